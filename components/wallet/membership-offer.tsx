'use client';

import { useRouter } from 'next/navigation';
import { Alert } from '#components/ui/alert.tsx';
import { PressButton } from '#components/ui/press-button.tsx';
import { fill } from '#lib/i18n/fill.ts';
import { moneyText } from '#lib/i18n/money-text.ts';
import type { Locale } from '#lib/i18n/values.ts';
import { usePaymentStart } from './use-payment-start.ts';
import { type WalletTexts, walletProblem } from './wallet-problem.ts';

type MembershipOfferProps = {
  readonly priceMinor: number;
  readonly balanceMinor: number;
  readonly currency: string;
  readonly ways: { readonly card: boolean; readonly credit: boolean };
  readonly returnUrl: string;
  readonly locale: Locale;
  readonly texts: WalletTexts;
};

/** Shows the membership price and the payment methods. If the balance is too low, shows the missing amount. */
export function MembershipOffer(props: MembershipOfferProps) {
  const { priceMinor, balanceMinor, currency, ways, returnUrl, locale, texts } = props;
  const router = useRouter();
  const { isBusy, problem, run } = usePaymentStart(() => router.refresh());
  const t = texts.wallet;
  const money = (minor: number) => moneyText(minor, currency, locale);
  const missing = priceMinor - balanceMinor;
  const join = (processor: 'cardgw' | 'credit') => run('/api/account/membership', { processor, returnUrl });

  return (
    <div className="flex flex-col gap-3">
      <p>{fill(t.joinText, { amount: money(priceMinor) }, locale)}</p>
      {ways.credit && missing > 0 && (
        <p className="text-sm text-muted">{fill(t.joinShort, { amount: money(missing) }, locale)}</p>
      )}
      {problem !== null && (
        <Alert kind="danger" role="alert">
          {walletProblem(problem, texts)}
        </Alert>
      )}
      <div className="flex flex-wrap gap-3">
        {ways.credit && missing <= 0 && (
          <PressButton busy={isBusy} onPress={() => join('credit')}>
            {t.joinCredit}
          </PressButton>
        )}
        {ways.card && (
          <PressButton look="secondary" busy={isBusy} onPress={() => join('cardgw')}>
            {t.joinCard}
          </PressButton>
        )}
      </div>
    </div>
  );
}
