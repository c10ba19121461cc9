'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { ReasonDialog } from '#components/admin/reason-dialog.tsx';
import { Button } from '#components/ui/button.tsx';
import { useAction } from '#components/ui/use-action.ts';
import type { ConsoleTexts } from '#lib/i18n/console/texts.ts';
import { fill } from '#lib/i18n/fill.ts';
import type { Locale } from '#lib/i18n/values.ts';
import { post } from '#lib/web/api/api-client.ts';
import { problemText } from '#lib/web/i18n/problem-text.ts';

type TakeDownButtonProps = {
  readonly id: string;
  readonly title: string;
  /** The version of its moderation case. Null without one. */
  readonly caseVersion: number | null;
  readonly locale: Locale;
  readonly texts: ConsoleTexts<'products'>;
};

/** Takes a product down by moderation, with a reason that its seller reads. */
export function TakeDownButton({ id, title, caseVersion, locale, texts }: TakeDownButtonProps) {
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  const { isBusy, problem, act } = useAction((error) => problemText(error, { other: texts.failed }));
  const takeDown = (reason: string) =>
    act(
      () =>
        post('/api/admin/entity-moderation/block', {
          ...{ entityId: id, reason },
          ...(caseVersion !== null && { version: caseVersion }),
        }),
      () => router.refresh(),
    );
  return (
    <>
      <Button
        size="small"
        look="secondary"
        busy={isBusy}
        onClick={() => setOpen(true)}
        aria-label={fill(texts.takeDownOf, { title }, locale)}
      >
        {texts.takeDown}
      </Button>
      {problem && (
        <p role="alert" className="text-sm text-danger">
          {problem}
        </p>
      )}
      {isOpen && (
        <ReasonDialog
          title={fill(texts.takeDownOf, { title }, locale)}
          button={texts.takeDown}
          look="danger"
          hint={texts.reasonHint}
          isRequired
          onConfirm={takeDown}
          onClose={() => setOpen(false)}
        >
          {texts.takeDownText}
        </ReasonDialog>
      )}
    </>
  );
}
