'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useReader } from '#components/admin/console-reader.tsx';
import { Alert } from '#components/ui/alert.tsx';
import type { ConsoleTexts } from '#lib/i18n/console/texts.ts';
import { fill } from '#lib/i18n/fill.ts';
import { moneyText } from '#lib/i18n/money-text.ts';
import type { PayoutCaution } from './payout-dialog.tsx';
import { type Owed, PayoutForm } from './payout-form.tsx';

type PayoutSectionProps = {
  readonly vendorId: string;
  readonly vendorName: string;
  readonly caution: PayoutCaution;
  readonly texts: ConsoleTexts<'settlements'>;
  readonly payable: readonly {
    readonly currency: string;
    readonly payable: readonly Owed[];
    readonly keptBackMinor: number;
  }[];
};

/** Shows a payout form for each currency, because a payout has only one currency. */
export function PayoutSection({ vendorId, vendorName, caution, texts, payable }: PayoutSectionProps) {
  const { locale } = useReader();
  const router = useRouter();
  const [made, setMade] = useState('');

  return (
    <section aria-labelledby="payout" className="flex flex-col gap-4">
      <h2 id="payout" className="text-lg">
        {texts.record}
      </h2>
      {payable.length === 0 && <p className="text-muted">{texts.nothing}</p>}
      {payable.map((balance) => (
        <PayoutForm
          key={balance.currency}
          vendorId={vendorId}
          vendorName={vendorName}
          caution={caution}
          texts={texts}
          {...balance}
          onMade={({ amountMinor, currency }) => {
            setMade(fill(texts.made, { amount: moneyText(amountMinor, currency, locale) }, locale));
            router.refresh();
          }}
        />
      ))}
      <div role="status" className="empty:sr-only">
        {made && <Alert kind="success">{made}</Alert>}
      </div>
    </section>
  );
}
