'use client';

import type { Route } from 'next';
import { useRouter } from 'next/navigation';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { CartNotices } from '#components/store/cart/cart-notices.tsx';
import { useCart } from '#components/store/cart/cart-provider.tsx';
import { CartSkeleton } from '#components/store/cart/cart-skeleton.tsx';
import { HoldCountdown } from '#components/store/cart/hold-countdown.tsx';
import { sellable, totalOf } from '#components/store/cart/totals.ts';
import { useCartProducts } from '#components/store/cart/use-cart-products.ts';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Form } from '#components/ui/form/form.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import type { NamedCountry } from '#lib/i18n/country-names.ts';
import { fill } from '#lib/i18n/fill.ts';
import { moneyText } from '#lib/i18n/money-text.ts';
import type { Texts } from '#lib/i18n/texts.ts';
import type { Locale } from '#lib/i18n/values.ts';
import type { Rail } from '#lib/payments/schemas/ledger.ts';
import type { LastUsed } from '#lib/store/orders/last-used.ts';
import type { AddressView } from '#lib/store/schemas/address.ts';
import type { CartLine } from '#lib/store/schemas/cart.ts';
import type { ListedProduct } from '#lib/store/schemas/catalog.ts';
import { type DeliveryMethod, deliveryMethods } from '#lib/store/values.ts';
import { draftOf, fieldErrors } from './checkout-draft.ts';
import { CheckoutNotices } from './checkout-notices.tsx';
import { ContactFields } from './contact-fields.tsx';
import type { CreditOffer } from './credit-offer.ts';
import { DeliveryFields } from './delivery-fields.tsx';
import { firstPlace, placeOf } from './first-place.ts';
import { OrderSummary } from './order-summary.tsx';
import { type PayMethod, payMethodOf, payOffers } from './pay-offers.ts';
import { PaymentFields } from './payment-fields.tsx';
import { type CorrectedFields, remainingNotice } from './remaining-notice.ts';
import { useCheckout } from './use-checkout.ts';
import { type FirstQuote, useDelivery } from './use-delivery.ts';

export type CheckoutTexts = {
  readonly checkout: Texts<'checkout'>;
  readonly payWays: Texts<'payWays'>;
  readonly cart: Texts<'cart'>;
  readonly hold: Texts<'hold'>;
  readonly problems: Texts<'problems'>;
};

type CheckoutFormProps = {
  readonly first: { readonly lines: readonly CartLine[]; readonly products: readonly ListedProduct[] };
  readonly person: { readonly id: string; readonly name: string; readonly email: string };
  /** The contact and delivery details of the last order; null before the first order. */
  readonly last: LastUsed | null;
  readonly addresses: readonly AddressView[];
  readonly countries: readonly NamedCountry[];
  /** How the sellers of the saved cart deliver. */
  readonly quote: FirstQuote;
  readonly credit: CreditOffer;
  readonly rails: readonly Rail[];
  readonly currency: string;
  readonly locale: Locale;
  readonly links: { readonly [page in 'catalog' | 'cart' | 'checkout' | 'orders' | 'signIn' | 'wallet']: Route };
  readonly texts: CheckoutTexts;
};

const nowhere = { id: null, country: '', city: '', address: '', postalCode: '' };

/** Returns the wish of the last order, where a checkout still offers it. */
const wishOf = (last: LastUsed | null): DeliveryMethod =>
  deliveryMethods.find((method) => method === last?.method) ?? 'arrange';

/** Shows the checkout of a signed-in user on one page: contact, delivery, payment and one button. */
export function CheckoutForm({
  first,
  person,
  last,
  addresses,
  countries,
  quote,
  credit,
  rails,
  currency,
  locale,
  links,
  texts,
}: CheckoutFormProps) {
  const router = useRouter();
  const { cart } = useCart();
  const [method, setMethod] = useState<DeliveryMethod>(wishOf(last));
  const [place, setPlace] = useState(firstPlace(last, addresses));
  const [chosen, setChosen] = useState<PayMethod | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const checkout = useCheckout({ userId: person.id, orderPage: (id) => `${links.orders}/${id}` as Route, locale });
  const { notice, isPaying, ordered, hold, round } = checkout;
  const [righted, setRighted] = useState<CorrectedFields>({ notice, names: [] });
  const left = remainingNotice(notice, righted);

  const inCart = ordered ?? (cart.ready ? cart.lines : first.lines);
  const { find, titleOf: knownTitle } = useCartProducts(inCart, currency, first.products, round);
  const lines = sellable(inCart, find);
  const delivery = useDelivery({ first: quote, firstLines: first.lines, lines, currency, round });
  const { choices, needs, isChosen } = delivery;
  const goods = totalOf(lines, find);
  const total = goods === null || delivery.priceMinor === null ? null : goods + delivery.priceMinor;
  const isDigital = lines.length > 0 && lines.every(({ id }) => find(id)?.fulfilment === 'digital');
  const offers = payOffers(rails, { totalMinor: total, credit });
  const way = payMethodOf(offers, chosen);
  const { checkout: t, payWays } = texts;
  const wrongFields = notice?.kind === 'fields' ? Object.entries(notice.fields) : [];
  const amount = total === null ? '…' : moneyText(total, currency, locale);
  const errors = Object.fromEntries(wrongFields.map(([name, problem]) => [name, t[problem]]));

  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (total === null || way === null) return;
    const filledIn = new FormData(event.currentTarget);
    const wrong = fieldErrors(filledIn, isChosen ? [...(needs.phone ? ['phone'] : []), ...needs.points] : []);
    if (Object.keys(wrong).length > 0) return checkout.show({ kind: 'fields', fields: wrong });
    const items = lines.length < inCart.length ? lines : undefined;
    void checkout.pay(
      draftOf(filledIn, { items, currency, locale, expectedTotal: total, ...(isChosen && { choices }) }),
      lines,
      way,
    );
  };

  const choosePlace = (id: string) => {
    const saved = placeOf(addresses, id);
    setPlace(saved ?? { ...nowhere, name: place?.name ?? '', phone: place?.phone ?? '' });
    if (saved) delivery.setCountry(saved.country);
  };

  // The first invalid field gets the focus, whether this page or the server rejected it.
  useEffect(() => {
    if (notice?.kind === 'fields') form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [notice]);

  const titleOf = (id: string) => knownTitle(id) ?? texts.cart.aProduct;
  const notices = <CartNotices signInHref={links.signIn} titleOf={titleOf} locale={locale} texts={texts} />;
  const refusal = left && (
    <CheckoutNotices
      notice={left}
      titleOf={titleOf}
      currency={currency}
      locale={locale}
      texts={texts}
      onTakeLess={() => void checkout.takeLess()}
      onSignIn={() => router.refresh()}
    />
  );

  // A cart from before sign-in takes a moment to arrive. So does the search for an order that was already placed.
  if (inCart.length === 0 && (!cart.ready || isPaying))
    return (
      <>
        {notices}
        {(cart.problem === null || cart.saving) && <CartSkeleton label={t.loading} />}
      </>
    );
  if (inCart.length === 0)
    return (
      <>
        {notices}
        {refusal}
        <EmptyState title={t.emptyTitle} action={<LinkButton href={links.catalog}>{t.browse}</LinkButton>}>
          {t.emptyText}
        </EmptyState>
      </>
    );

  return (
    <Form
      ref={form}
      onSubmit={submit}
      onRight={(name) => setRighted({ notice, names: [...(righted.notice === notice ? righted.names : []), name] })}
      className="grid grid-cols-1 items-start gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,1fr)_24rem]"
    >
      <div className="flex flex-col gap-10">
        {notices}
        <ContactFields {...{ person, place, errors }} isPhoneNeeded={isChosen && needs.phone} texts={t} />
        {isDigital ? (
          <p className="text-muted">{t.digitalOnly}</p>
        ) : (
          <DeliveryFields
            {...{ delivery, method, place, addresses, countries, errors, locale }}
            onMethod={setMethod}
            onPlace={choosePlace}
            texts={t}
          />
        )}
        <PaymentFields
          offers={offers}
          way={way}
          onWay={setChosen}
          credit={credit}
          totalMinor={total}
          currency={currency}
          locale={locale}
          links={links}
          texts={payWays}
          onCurrency={() => router.refresh()}
        />
      </div>
      <div className="lg:sticky lg:top-8">
        <OrderSummary
          lines={lines}
          find={find}
          total={total}
          deliveryMinor={isChosen ? delivery.priceMinor : undefined}
          currency={currency}
          locale={locale}
          cartHref={links.cart}
          texts={t}
        >
          {hold && !ordered && <HoldCountdown hold={hold} renew={checkout.renew} locale={locale} texts={texts} />}
          {refusal}
          <Button
            type="submit"
            size="large"
            wide
            aria-describedby="pay-hint"
            busy={isPaying || total === null || way === null}
          >
            {isPaying
              ? payWays[`paying_${way ?? 'credit'}`]
              : fill(payWays[`pay_${way ?? 'credit'}`], { amount }, locale)}
          </Button>
          <p id="pay-hint" className="text-center text-sm text-muted">
            {way === null ? payWays.none : payWays[`payHint_${way}`]}
          </p>
        </OrderSummary>
      </div>
    </Form>
  );
}
