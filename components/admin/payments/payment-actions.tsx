'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { errorText } from '#components/admin/error-text.ts';
import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import { useAction } from '#components/ui/use-action.ts';
import type { LedgerView } from '#lib/payments/schemas/ledger.ts';
import { post } from '#lib/web/api/api-client.ts';
import { ReverseDialog, type ReverseOffer } from './reverse-dialog.tsx';

type PaymentActionsProps = {
  readonly offer: ReverseOffer;
  /**
   * The reasons why the gateway cannot be asked and why the money cannot be returned; null when the action is possible.
   */
  readonly noCheck: string | null;
  readonly noReverse: string | null;
};

type Answer = { readonly payment: LedgerView; readonly known?: boolean };

/**
 * Shows the actions on a payment; an impossible action shows its reason. Money is never shown as moved before the
 * server confirms it.
 */
export function PaymentActions({ offer, noCheck, noReverse }: PaymentActionsProps) {
  const router = useRouter();
  const [isReversing, setReversing] = useState(false);
  const [said, setSaid] = useState('');
  const checking = useAction(errorText);
  const reversing = useAction(errorText);
  const path = `/api/admin/payments/${offer.orderReference}`;

  const check = () =>
    noCheck === null &&
    checking.act(
      async () => {
        setSaid('');
        const { payment, known } = await post<Answer>(`${path}/check`);
        setSaid(
          known
            ? `Gateway status checked: the payment is ${payment.status}.`
            : 'The gateway does not know this payment.',
        );
      },
      () => router.refresh(),
    );

  const open = () => {
    if (noReverse !== null) return;
    reversing.forget();
    setReversing(true);
  };
  const reverse = (reason: string, close: () => void) =>
    reversing.act(
      async () => {
        setSaid('');
        const { payment } = await post<Answer>(`${path}/reverse`, { reason });
        close();
        setSaid(payment.status === 'refunded' ? 'Refund completed.' : 'Refund started.');
      },
      () => router.refresh(),
    );

  return (
    <section aria-label="Actions" className="flex flex-col gap-4">
      <div className="flex flex-wrap gap-x-8 gap-y-4">
        <Action label="Check status" why={noCheck} busy={checking.isBusy} onPress={check} />
        <Action label="Refund…" why={noReverse} opens onPress={open} />
      </div>
      <p role="status" className="text-muted empty:hidden">
        {said}
      </p>
      {checking.problem && (
        <Alert kind="danger" role="alert">
          {checking.problem}
        </Alert>
      )}
      {isReversing && (
        <ReverseDialog offer={offer} action={reversing} onConfirm={reverse} onClose={() => setReversing(false)} />
      )}
    </section>
  );
}

type ActionProps = {
  readonly label: string;
  readonly why: string | null;
  readonly busy?: boolean;
  readonly opens?: boolean;
  readonly onPress: () => void;
};

/** Shows a button that keeps its place when it is disabled, with the reason. */
function Action({ label, why, busy = false, opens = false, onPress }: ActionProps) {
  const id = `why-${label.replaceAll(/\W+/g, '-').toLowerCase()}`;
  return (
    <div className="flex flex-col gap-1">
      <Button
        look="secondary"
        busy={busy}
        className="self-start"
        {...(opens && { 'aria-haspopup': 'dialog' as const })}
        {...(why !== null && { 'aria-disabled': true, 'aria-describedby': id })}
        onClick={onPress}
      >
        {label}
      </Button>
      {why !== null && (
        <p id={id} className="text-sm text-muted">
          {why}
        </p>
      )}
    </div>
  );
}
