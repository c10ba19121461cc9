'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { moneyText } from '#lib/i18n/money-text.ts';
import { type Owed, PayoutForm } from './payout-form.tsx';

type PayoutSectionProps = {
  readonly vendorId: string;
  readonly vendorName: string;
  readonly payable: readonly {
    readonly currency: string;
    readonly payable: readonly Owed[];
    readonly keptBackMinor: number;
  }[];
};

/** Shows a payout form for each currency, because a payout has only one currency. */
export function PayoutSection({ vendorId, vendorName, payable }: PayoutSectionProps) {
  const router = useRouter();
  const [made, setMade] = useState('');

  return (
    <section aria-labelledby="payout" className="flex flex-col gap-4">
      <h2 id="payout" className="text-lg">
        Record payout
      </h2>
      {payable.length === 0 && <p className="text-muted">There is nothing to pay out right now.</p>}
      {payable.map((balance) => (
        <PayoutForm
          key={balance.currency}
          vendorId={vendorId}
          vendorName={vendorName}
          {...balance}
          onMade={({ amountMinor, currency }) => {
            setMade(`${moneyText(amountMinor, currency, 'en')} recorded as paid out.`);
            router.refresh();
          }}
        />
      ))}
      <div role="status" className="empty:hidden">
        {made && <Alert kind="success">{made}</Alert>}
      </div>
    </section>
  );
}
