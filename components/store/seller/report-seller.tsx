'use client';

import { Flag } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { OpenDialog } from '#components/ui/open-dialog.tsx';
import { fill } from '#lib/i18n/fill.ts';
import type { Texts } from '#lib/i18n/texts.ts';
import type { Locale } from '#lib/i18n/values.ts';
import type { VendorRef } from '#lib/store/schemas/catalog.ts';

const ReportForm = lazy(() =>
  import('#components/messages/people/report-form.tsx').then((module) => ({ default: module.ReportForm })),
);

type ReportSellerProps = {
  readonly vendor: VendorRef;
  readonly locale: Locale;
  readonly texts: { readonly report: Texts<'messageReport'>; readonly problems: Texts<'messageProblems'> };
};

/** Reports a seller to the moderators. */
export function ReportSeller({ vendor, locale, texts: { report, problems } }: ReportSellerProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="quiet" size="small" className="needs-script" onClick={() => setOpen(true)}>
        <Flag aria-hidden className="size-4" />
        {report.title}
      </Button>
      {isOpen && (
        <OpenDialog
          title={fill(report.personTitle, { name: vendor.name }, locale)}
          closeLabel={report.close}
          onClose={() => setOpen(false)}
        >
          {(close) => (
            <Suspense>
              <ReportForm
                about={{ kind: 'seller', id: vendor.id, name: vendor.name }}
                locale={locale}
                texts={report}
                problems={problems}
                onDone={close}
              />
            </Suspense>
          )}
        </OpenDialog>
      )}
    </>
  );
}
