import type { Locale } from '#lib/auth/values.ts';
import { fill } from '#lib/web/i18n/fill.ts';
import type { Texts } from '#lib/web/i18n/texts.ts';
import { moneyText } from '#lib/web/money-text.ts';
import { type CreditOffer, canPay, chargeOf } from './credit-offer.ts';

type CreditPanelProps = {
  readonly id: string;
  readonly credit: CreditOffer;
  readonly totalMinor: number;
  readonly orderCurrency: string;
  readonly locale: Locale;
  readonly texts: Pick<
    Texts<'checkout'>,
    'balance' | 'balanceAfter' | 'tooLittle' | 'wrongCurrency' | 'creditOff' | 'converted' | 'credit'
  >;
};

/** The balance, what the order takes of it, and in plain words why it cannot. */
export function CreditPanel({ id, credit, totalMinor, orderCurrency, locale, texts }: CreditPanelProps) {
  const money = (minor: number) => moneyText(minor, credit.currency, locale);
  const charge = chargeOf(credit, totalMinor);
  const left = credit.balanceMinor - charge;

  return (
    <div id={id} className="rounded-md border border-line-strong bg-surface p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="font-medium">{texts.credit}</p>
        <p className="tabular-nums">{fill(texts.balance, { amount: money(credit.balanceMinor) }, locale)}</p>
      </div>
      <p className={`mt-1 text-sm ${canPay(credit, totalMinor) ? 'text-muted' : 'font-medium text-danger'}`}>{why()}</p>
    </div>
  );

  function why(): string {
    if (!credit.isOn) return texts.creditOff;
    if (!credit.takesCurrency) return fill(texts.wrongCurrency, { currency: orderCurrency }, locale);
    if (left < 0) return fill(texts.tooLittle, { amount: money(-left) }, locale);
    const after = fill(texts.balanceAfter, { amount: money(left) }, locale);
    if (orderCurrency === credit.currency) return after;
    return `${fill(texts.converted, { amount: money(charge) }, locale)}. ${after}`;
  }
}
