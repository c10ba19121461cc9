import { fill } from '#lib/i18n/fill.ts';
import { moneyText } from '#lib/i18n/money-text.ts';
import type { Texts } from '#lib/i18n/texts.ts';
import type { Locale } from '#lib/i18n/values.ts';
import { type CreditOffer, canPay, chargeOf } from './credit-offer.ts';
import type { PayOffer } from './pay-offers.ts';

type Due = {
  readonly credit: CreditOffer;
  /** Null until the cart is loaded. Until then, the remaining or missing amount is unknown. */
  readonly totalMinor: number | null;
  readonly currency: string;
  readonly locale: Locale;
  readonly texts: Texts<'payWays'>;
};

/** Returns the hint of a payment method: its effect on the balance, or why it is not available. */
export function payHint({ way, isOpen }: PayOffer, due: Due): string {
  const { currency, locale, texts } = due;
  if (way === 'credit') return creditHint(due);
  return isOpen ? texts.cardHint : fill(texts.cardCurrency, { currency }, locale);
}

function creditHint({ credit, totalMinor, currency, locale, texts }: Due): string {
  const money = (minor: number) => moneyText(minor, credit.currency, locale);
  if (!credit.isOn) return texts.creditOff;
  if (!credit.takesCurrency) return fill(texts.creditCurrency, { currency }, locale);
  const balance = fill(texts.balance, { amount: money(credit.balanceMinor) }, locale);
  if (totalMinor === null) return `${balance}.`;
  const charge = chargeOf(credit, totalMinor);
  if (!canPay(credit, totalMinor))
    return `${balance}. ${fill(texts.tooLittle, { amount: money(charge - credit.balanceMinor) }, locale)}`;
  const after = fill(texts.balanceAfter, { amount: money(credit.balanceMinor - charge) }, locale);
  if (currency === credit.currency) return `${balance}. ${after}`;
  return `${balance}. ${fill(texts.converted, { amount: money(charge) }, locale)}. ${after}`;
}
