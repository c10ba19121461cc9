import type { Route } from 'next';
import type { ReactNode } from 'react';
import type { EstimateTexts } from '#components/store/product/estimate-text.ts';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { moneyText } from '#lib/i18n/money-text.ts';
import type { Texts } from '#lib/i18n/texts.ts';
import type { Locale } from '#lib/i18n/values.ts';
import type { ListedProduct } from '#lib/store/schemas/catalog.ts';
import { CartGroups } from './cart-groups.tsx';
import { useCart } from './cart-provider.tsx';
import { obtainable, totalOf } from './totals.ts';
import { useCartProducts } from './use-cart-products.ts';
import { useRemoval } from './use-removal.tsx';

export type DrawerCartProps = {
  /** The products that are known already. */
  readonly first: readonly ListedProduct[];
  readonly isSignedIn: boolean;
  readonly currency: string;
  readonly catalog: Route;
  readonly locale: Locale;
  readonly texts: Texts<'cart'>;
  readonly deliveryTexts: EstimateTexts;
  readonly totalLabel: string;
  /** What stands above the lines, and the buttons below the total. */
  readonly above: ReactNode;
  readonly children: ReactNode;
};

/** Shows the cart within the drawer. The lines scroll, the total and the buttons stay in view. */
export function DrawerCart({ first, totalLabel, above, children, ...shown }: DrawerCartProps) {
  const { isSignedIn, currency, locale, texts } = shown;
  const { cart, store } = useCart();
  const { find, titleOf, problem } = useCartProducts(cart.lines, currency, first);
  const { remove, message } = useRemoval((id) => titleOf(id) ?? texts.aProduct, texts, locale);
  const total = totalOf(isSignedIn ? cart.lines : obtainable(cart.lines, find), find);

  return (
    <>
      <div className="flex min-h-0 grow flex-col gap-6 overflow-y-auto p-5">
        {above}
        {message}
        <CartGroups
          {...shown}
          lines={cart.lines}
          find={find}
          heading="h3"
          onQty={(id, qty) => store.setQty(id, qty)}
          onRemove={remove}
        />
      </div>
      <div className="flex flex-col gap-3 border-t border-line p-5">
        {(total !== null || problem === null) && (
          <p className="flex items-center justify-between gap-4">
            <span>{totalLabel}</span>
            {total === null ? (
              <Skeleton className="h-6 w-24" />
            ) : (
              <strong className="text-lg font-semibold tabular-nums">{moneyText(total, currency, locale)}</strong>
            )}
          </p>
        )}
        {children}
      </div>
    </>
  );
}
