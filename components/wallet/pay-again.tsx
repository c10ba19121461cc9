'use client';

import { PressButton } from '#components/ui/press-button.tsx';
import type { WalletPayment } from '#lib/payments/schemas/wallet.ts';
import { usePaymentStart } from './use-payment-start.ts';
import { type WalletTexts, walletProblem } from './wallet-problem.ts';

type PayAgainProps = {
  readonly payment: Pick<WalletPayment, 'purpose' | 'amountMinor'>;
  readonly returnUrl: string;
  readonly label: string;
  readonly texts: WalletTexts;
};

/**
 * Shows a button that requests the same payment again. The server returns the payment page that is still open, or a new
 * one.
 */
export function PayAgain({ payment: { purpose, amountMinor }, returnUrl, label, texts }: PayAgainProps) {
  const { isBusy, problem, run } = usePaymentStart();

  const pay = () =>
    purpose === 'wallet_topup'
      ? run('/api/account/wallet/top-up', { amountMinor, returnUrl })
      : run('/api/account/membership', { processor: 'cardgw', returnUrl });

  return (
    <>
      <PressButton size="small" look="secondary" busy={isBusy} onPress={pay}>
        {label}
      </PressButton>
      {problem !== null && (
        <p role="alert" className="w-full text-sm text-danger">
          {walletProblem(problem, texts)}
        </p>
      )}
    </>
  );
}
