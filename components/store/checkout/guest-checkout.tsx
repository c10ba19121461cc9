'use client';

import type { Route } from 'next';
import { type ReactNode, useEffect } from 'react';
import { useCart } from '#components/store/cart/cart-provider.tsx';
import { CartSkeleton } from '#components/store/cart/cart-skeleton.tsx';
import { obtainable, sellable, totalOf } from '#components/store/cart/totals.ts';
import { useCartProducts } from '#components/store/cart/use-cart-products.ts';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import type { Texts } from '#lib/i18n/texts.ts';
import type { Locale } from '#lib/i18n/values.ts';
import { OrderSummary } from './order-summary.tsx';

type GuestCheckoutProps = {
  readonly currency: string;
  readonly locale: Locale;
  readonly links: { readonly catalog: Route; readonly cart: Route };
  readonly texts: Texts<'checkout'>;
  /** The sign-in form. After sign-in the user stays on this page with the same cart. */
  readonly children: ReactNode;
};

/** Shows the checkout of a guest: the sign-in form on one side, the order summary on the other. */
export function GuestCheckout({ currency, locale, links, texts, children }: GuestCheckoutProps) {
  const { cart, store } = useCart();
  const { find } = useCartProducts(cart.lines, currency, []);
  const lines = sellable(obtainable(cart.lines, find), find);
  useEffect(() => store.carryOver(), [store]);

  if (!cart.ready) return <CartSkeleton label={texts.loading} />;
  if (cart.lines.length === 0)
    return (
      <EmptyState title={texts.emptyTitle} action={<LinkButton href={links.catalog}>{texts.browse}</LinkButton>}>
        {texts.emptyText}
      </EmptyState>
    );
  return (
    <div className="grid grid-cols-1 items-start gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <section aria-labelledby="guest-sign-in" className="flex max-w-lg flex-col gap-4">
        <h2 id="guest-sign-in" className="text-xl tracking-tight">
          {texts.signInTitle}
        </h2>
        <p className="text-muted">{texts.signInText}</p>
        {children}
      </section>
      <OrderSummary
        lines={lines}
        find={find}
        total={totalOf(lines, find)}
        currency={currency}
        locale={locale}
        cartHref={links.cart}
        texts={texts}
      />
    </div>
  );
}
