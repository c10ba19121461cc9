'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useReader } from '#components/admin/console-reader.tsx';
import { useErrorText } from '#components/admin/use-error-text.ts';
import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import { useAction } from '#components/ui/use-action.ts';
import type { ConsoleTexts } from '#lib/i18n/console/texts.ts';
import { fill } from '#lib/i18n/fill.ts';
import type { LedgerView } from '#lib/payments/schemas/ledger.ts';
import { post } from '#lib/web/api/api-client.ts';
import { ReverseDialog, type ReverseOffer } from './reverse-dialog.tsx';

type PaymentActionsProps = {
  readonly texts: ConsoleTexts<'payments'>;
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
export function PaymentActions({ texts, offer, noCheck, noReverse }: PaymentActionsProps) {
  const router = useRouter();
  const { locale } = useReader();
  const errorText = useErrorText();
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
        setSaid(known ? fill(texts.checked, { status: texts[`status_${payment.status}`] }, locale) : texts.notKnown);
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
        setSaid(payment.status === 'refunded' ? texts.refundDone : texts.refundStarted);
      },
      () => router.refresh(),
    );

  return (
    <section aria-label={texts.actions} className="flex flex-col gap-4">
      <div className="flex flex-wrap gap-x-8 gap-y-4">
        <Action id="check" label={texts.check} why={noCheck} busy={checking.isBusy} onPress={check} />
        <Action id="refund" label={texts.refundAsk} why={noReverse} opens onPress={open} />
      </div>
      <p role="status" className="text-muted empty:sr-only">
        {said}
      </p>
      {checking.problem && (
        <Alert kind="danger" role="alert">
          {checking.problem}
        </Alert>
      )}
      {isReversing && (
        <ReverseDialog
          offer={offer}
          texts={texts}
          action={reversing}
          onConfirm={reverse}
          onClose={() => setReversing(false)}
        />
      )}
    </section>
  );
}

type ActionProps = {
  readonly id: string;
  readonly label: string;
  readonly why: string | null;
  readonly busy?: boolean;
  readonly opens?: boolean;
  readonly onPress: () => void;
};

/** Shows a button that keeps its place when it is disabled, with the reason. */
function Action({ id: name, label, why, busy = false, opens = false, onPress }: ActionProps) {
  const id = `why-${name}`;
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
