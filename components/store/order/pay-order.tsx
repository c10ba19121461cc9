import type { Route } from 'next';
import type { CreditOffer } from '#components/store/checkout/credit-offer.ts';
import { payHint } from '#components/store/checkout/pay-hint.ts';
import { type PayMethod, payMethodOf, payOffers } from '#components/store/checkout/pay-offers.ts';
import { TopUpLink } from '#components/store/checkout/top-up-link.tsx';
import { PressButton } from '#components/ui/press-button.tsx';
import { fill } from '#lib/i18n/fill.ts';
import { moneyText } from '#lib/i18n/money-text.ts';
import type { Texts } from '#lib/i18n/texts.ts';
import type { Locale } from '#lib/i18n/values.ts';
import type { PaymentNote } from '#lib/payments/attempts/payment-note.ts';
import type { Rail } from '#lib/payments/schemas/ledger.ts';
import type { OrderView } from '#lib/store/schemas/order.ts';

type PayOrderProps = {
  readonly order: Pick<OrderView, 'totalMinor' | 'currency'>;
  readonly rails: readonly Rail[];
  readonly credit: CreditOffer;
  readonly note: PaymentNote | null;
  /** The end of the hold of the order as text; null after the end. */
  readonly heldUntil: string | null;
  readonly isBusy: boolean;
  readonly links: { readonly wallet: Route; readonly order: Route };
  readonly locale: Locale;
  readonly texts: Pick<Texts<'orderActions'>, 'payTitle' | 'payText' | 'payOverdue'>;
  readonly ways: Texts<'payWays'>;
  readonly onPay: (way: PayMethod) => void;
};

/** Shows the payment of an unpaid order: the deadline, the payment methods, and why a method is not available. */
export function PayOrder(props: PayOrderProps) {
  const { order, rails, credit, note, heldUntil, isBusy, links, locale, texts, ways, onPay } = props;
  const { totalMinor, currency } = order;
  const offers = payOffers(rails, { totalMinor, credit });
  const takesCards = offers.some(({ way }) => way === 'cardgw');
  const first = payMethodOf(offers, null);
  const amount = moneyText(totalMinor, currency, locale);

  return (
    <section className="flex flex-col gap-4 rounded-lg border border-line-strong bg-surface p-5">
      <h2 className="text-lg">{texts.payTitle}</h2>
      <p className="text-muted">{heldUntil ? fill(texts.payText, { time: heldUntil }, locale) : texts.payOverdue}</p>
      {offers.map((offer) => (
        <div key={offer.way} className="flex flex-col items-start gap-2">
          {offer.isOpen && (
            <PressButton
              look={offer.way === first ? 'primary' : 'secondary'}
              aria-describedby={`hint-${offer.way}`}
              busy={isBusy}
              onPress={() => onPay(offer.way)}
            >
              {nameOf(offer.way)}
            </PressButton>
          )}
          <p id={`hint-${offer.way}`} className="text-sm text-muted">
            {payHint(offer, { credit, totalMinor, currency, locale, texts: ways })}
          </p>
          {offer.way === 'credit' && takesCards && (
            <TopUpLink
              credit={credit}
              totalMinor={totalMinor}
              wallet={links.wallet}
              returnUrl={links.order}
              text={ways.topUp}
            />
          )}
        </div>
      ))}
      {!takesCards && <p className="text-sm text-muted">{ways.cardOff}</p>}
    </section>
  );

  function nameOf(way: PayMethod): string {
    if (way === 'cardgw' && note?.kind === 'asking' && note.until !== null) return ways.goOn;
    if (way === 'cardgw' && (note?.kind === 'failed' || note?.kind === 'no_page' || note?.kind === 'expired'))
      return ways.again;
    return fill(ways[`pay_${way}`], { amount }, locale);
  }
}
