'use client';

import { ShoppingBag } from 'lucide-react';
import type { Route } from 'next';
import { useEffect, useRef, useState } from 'react';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import type { Locale } from '#lib/i18n/values.ts';
import type { CartLine } from '#lib/store/schemas/cart.ts';
import type { ListedProduct } from '#lib/store/schemas/catalog.ts';
import { CartGroups } from './cart-groups.tsx';
import { CartNotices } from './cart-notices.tsx';
import { useCart } from './cart-provider.tsx';
import { CartSkeleton } from './cart-skeleton.tsx';
import { CartSummary } from './cart-summary.tsx';
import type { CartTexts } from './cart-texts.ts';
import { obtainable } from './totals.ts';
import { useCartProducts } from './use-cart-products.ts';
import { useRemoval } from './use-removal.tsx';

type CartViewProps = {
  /** The cart of a signed-in user from the server; null for a guest, whose cart is in the browser. */
  readonly first: { readonly lines: readonly CartLine[]; readonly products: readonly ListedProduct[] } | null;
  readonly isSignedIn: boolean;
  readonly currency: string;
  readonly locale: Locale;
  readonly links: { readonly catalog: Route; readonly checkout: Route; readonly signIn: Route };
  readonly texts: CartTexts;
};

/** Shows the cart of this tab. Each change shows at once, and a notice names each line the server reduced. */
export function CartView({ first, isSignedIn, currency, locale, links, texts }: CartViewProps) {
  const { cart, store } = useCart();
  // An empty server cart is not yet an empty cart: lines from before sign-in may still be on their way.
  const known = first && first.lines.length > 0 ? first.lines : null;
  const lines = cart.ready ? cart.lines : known;
  const products = useCartProducts(lines ?? [], currency, first?.products ?? []);
  const { find } = products;
  const stop = useRef<HTMLDivElement>(null);
  const [stops, setStops] = useState(0);

  useEffect(() => {
    if (stops > 0) stop.current?.focus();
  }, [stops]);

  const titleOf = (id: string) => products.titleOf(id) ?? texts.cart.aProduct;
  const { remove, message } = useRemoval(titleOf, texts.cart, locale);
  const notices = <CartNotices ref={stop} signInHref={links.signIn} titleOf={titleOf} locale={locale} texts={texts} />;
  if (!lines)
    return (
      <div className="flex flex-col gap-6">
        {notices}
        <CartSkeleton label={texts.cart.loading} />
      </div>
    );

  return (
    <div className="flex flex-col gap-6">
      {notices}
      {message}
      {lines.length === 0 ? (
        <EmptyState
          title={texts.cart.emptyTitle}
          icon={<ShoppingBag aria-hidden />}
          action={<LinkButton href={links.catalog}>{texts.cart.browse}</LinkButton>}
        >
          {texts.cart.emptyText}
        </EmptyState>
      ) : (
        <div className="grid grid-cols-1 items-start gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
          <CartGroups
            lines={lines}
            find={find}
            isSignedIn={isSignedIn}
            currency={currency}
            catalog={links.catalog}
            locale={locale}
            texts={texts.cart}
            deliveryTexts={texts.delivery}
            heading="h2"
            onQty={(id, qty) => store.setQty(id, qty)}
            onRemove={remove}
          />
          <CartSummary
            lines={isSignedIn ? lines : obtainable(lines, find)}
            products={products}
            isSignedIn={isSignedIn}
            onStopped={() => setStops((before) => before + 1)}
            currency={currency}
            locale={locale}
            links={links}
            texts={texts}
          />
        </div>
      )}
    </div>
  );
}
