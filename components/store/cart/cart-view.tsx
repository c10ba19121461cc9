'use client';

import { ShoppingBag } from 'lucide-react';
import type { Route } from 'next';
import { useEffect, useRef, useState } from 'react';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { fill } from '#lib/i18n/fill.ts';
import type { Locale } from '#lib/i18n/values.ts';
import type { CartLine } from '#lib/store/schemas/cart.ts';
import type { ListedProduct } from '#lib/store/schemas/catalog.ts';
import { CartItem } from './cart-item.tsx';
import { CartNotices } from './cart-notices.tsx';
import { useCart } from './cart-provider.tsx';
import { CartSkeleton } from './cart-skeleton.tsx';
import { CartSummary } from './cart-summary.tsx';
import type { CartTexts } from './cart-texts.ts';
import { obtainable } from './totals.ts';
import { useCartProducts } from './use-cart-products.ts';

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
  const [removed, setRemoved] = useState<{ line: CartLine; title: string } | null>(null);
  const removal = useRef<HTMLParagraphElement>(null);
  const stop = useRef<HTMLDivElement>(null);
  const [stops, setStops] = useState(0);

  // The pressed button has disappeared, so the focus moves to the message about the removal.
  useEffect(() => {
    if (removed) removal.current?.focus();
  }, [removed]);
  useEffect(() => {
    if (stops > 0) stop.current?.focus();
  }, [stops]);

  const titleOf = (id: string) => products.titleOf(id) ?? texts.cart.aProduct;
  const notices = <CartNotices ref={stop} signInHref={links.signIn} titleOf={titleOf} locale={locale} texts={texts} />;
  if (!lines)
    return (
      <div className="flex flex-col gap-6">
        {notices}
        <CartSkeleton label={texts.cart.loading} />
      </div>
    );

  const remove = (line: CartLine) => {
    setRemoved({ line, title: titleOf(line.id) });
    store.setQty(line.id, 0);
  };
  const undo = () => {
    if (removed) store.setQty(removed.line.id, removed.line.qty);
    setRemoved(null);
  };

  return (
    <div className="flex flex-col gap-6">
      {notices}
      <p ref={removal} tabIndex={-1} role="status" className="flex items-center gap-3 outline-none empty:sr-only">
        {removed && (
          <>
            {fill(texts.cart.removed, { title: removed.title }, locale)}
            <button type="button" onClick={undo} className="min-h-9 font-medium underline underline-offset-4">
              {texts.cart.undo}
            </button>
          </>
        )}
      </p>
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
          <ul className="border-t border-line">
            {lines.map((line) => (
              <CartItem
                key={line.id}
                line={line}
                product={find(line.id)}
                isSignedIn={isSignedIn}
                currency={currency}
                catalog={links.catalog}
                locale={locale}
                texts={texts.cart}
                onQty={(qty) => store.setQty(line.id, qty)}
                onRemove={() => remove(line)}
              />
            ))}
          </ul>
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
