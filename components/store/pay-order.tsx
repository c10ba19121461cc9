import { Button } from '#components/ui/button.tsx';
import type { Locale } from '#lib/auth/values.ts';
import type { OrderView } from '#lib/store/schemas/order.ts';
import { fill } from '#lib/web/i18n/fill.ts';
import type { Texts } from '#lib/web/i18n/texts.ts';
import { moneyText } from '#lib/web/money-text.ts';
import { type CreditOffer, canPay, chargeOf } from './credit-offer.ts';

type PayOrderProps = {
  readonly order: Pick<OrderView, 'totalMinor' | 'currency'>;
  readonly credit: CreditOffer;
  readonly heldUntil: string | null;
  readonly isBusy: boolean;
  readonly locale: Locale;
  readonly texts: Texts<'orderActions'>;
  readonly onPay: () => void;
};

/** An order that waits for its money: until when, from what, and why not where it cannot be paid. */
export function PayOrder({ order, credit, heldUntil, isBusy, locale, texts, onPay }: PayOrderProps) {
  const { totalMinor, currency } = order;
  const own = (minor: number) => moneyText(minor, credit.currency, locale);
  const isPossible = canPay(credit, totalMinor);

  return (
    <section className="flex flex-col gap-3 rounded-lg border border-line-strong bg-surface p-5">
      <h2 className="text-lg">{texts.payTitle}</h2>
      {heldUntil && <p className="text-muted">{fill(texts.payText, { time: heldUntil }, locale)}</p>}
      <p id="order-balance" className={isPossible ? 'text-sm text-muted' : 'text-sm font-medium text-danger'}>
        {isPossible ? fill(texts.balance, { amount: own(credit.balanceMinor) }, locale) : why()}
      </p>
      <Button className="self-start" aria-describedby="order-balance" busy={isBusy || !isPossible} onClick={pay}>
        {isBusy ? texts.paying : fill(texts.pay, { amount: moneyText(totalMinor, currency, locale) }, locale)}
      </Button>
    </section>
  );

  function pay(): void {
    if (isPossible) onPay();
  }

  function why(): string {
    if (!credit.isOn) return texts.off;
    if (!credit.takesCurrency) return fill(texts.wrongCurrency, { currency }, locale);
    return fill(texts.tooLittle, { amount: own(chargeOf(credit, totalMinor) - credit.balanceMinor) }, locale);
  }
}
