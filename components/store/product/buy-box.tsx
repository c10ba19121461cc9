'use client';

import { Check } from 'lucide-react';
import type { Route } from 'next';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { CartProblem, type CartProblemTexts } from '#components/store/cart/cart-problem.tsx';
import { useCart } from '#components/store/cart/cart-provider.tsx';
import { maxQuantity } from '#components/store/cart/totals.ts';
import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form/form.tsx';
import { Stepper } from '#components/ui/form/stepper.tsx';
import { fill } from '#lib/i18n/fill.ts';
import type { Texts } from '#lib/i18n/texts.ts';
import type { Locale } from '#lib/i18n/values.ts';
import { LOW_STOCK, MAX_CART_LINES } from '#lib/store/limits.ts';
import type { CatalogPage, ListedProduct } from '#lib/store/schemas/catalog.ts';
import { get } from '#lib/web/api/api-client.ts';
import { type Clamped, qtyOf } from '#lib/web/cart/guest-cart.ts';
import { AddedDialog, type Outcome, prepareDrawer } from './added-dialog.tsx';
import type { EstimateTexts } from './estimate-text.ts';

const WatchButton = lazy(() =>
  import('#components/store/watches/watch-button.tsx').then((module) => ({ default: module.WatchButton })),
);

type BuyBoxProps = {
  readonly product: ListedProduct;
  readonly isSignedIn: boolean;
  readonly currency: string;
  readonly links: {
    readonly cart: Route;
    readonly checkout: Route;
    readonly catalog: Route;
    readonly signIn: Route;
  };
  readonly locale: Locale;
  readonly texts: CartProblemTexts & {
    readonly buy: Texts<'buy'>;
    readonly cart: Texts<'cart'>;
    readonly watch: Texts<'stockWatch'>;
    readonly delivery: EstimateTexts;
  };
};

/**
 * Shows the stock, the quantity and the button that adds the product to the cart. The stock is requested again whenever
 * the user returns to the page.
 */
export function BuyBox({
  product,
  isSignedIn,
  currency,
  links,
  locale,
  texts: { buy: texts, watch, ...problemTexts },
}: BuyBoxProps) {
  const { cart, store } = useCart();
  const available = useLiveAvailability(product);
  const [qty, setQty] = useState(1);
  const [isFull, setFull] = useState(false);
  /** The products of the cart are not requested before the first addition. */
  const [hasAdded, setAdded] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);

  const inCart = qtyOf(cart.lines, product.id);
  const free = Math.max(0, maxQuantity(available, inCart, isSignedIn) - inCart);
  const clamped = cart.clamped.find(({ id }) => id === product.id);
  const outcome = outcomeOf(clamped, inCart, { locale, texts });
  const isRefused = isFull && cart.lines.length >= MAX_CART_LINES;
  const problem = cart.problem && <CartProblem problem={cart.problem} signInHref={links.signIn} texts={problemTexts} />;

  const add = () => {
    if (free === 0) return;
    const fits = store.add(product.id, Math.min(qty, free));
    setFull(!fits);
    if (!fits) return;
    setQty(1);
    setAdded(true);
    dialog.current?.showModal();
  };

  return (
    <div className="flex flex-col gap-4">
      {/* The last items may be in this cart. "Sold out" means that this shopper has none either. */}
      {(available > 0 || inCart === 0) && <Stock available={available} texts={texts} />}
      {available === 0 && inCart === 0 && (
        <Suspense>
          <WatchButton productId={product.id} isSignedIn={isSignedIn} signIn={links.signIn} texts={watch} />
        </Suspense>
      )}
      {(available > 0 || inCart > 0) && (
        <Form
          onSubmit={add}
          onPointerEnter={prepareDrawer}
          onFocus={prepareDrawer}
          className="needs-script buy-bar flex flex-wrap gap-3"
        >
          <Stepper
            value={Math.min(qty, Math.max(free, 1))}
            max={Math.max(free, 1)}
            onChange={setQty}
            label={texts.quantity}
            lessLabel={texts.less}
            moreLabel={texts.more}
          />
          <Button type="submit" size="large" className="min-w-40 grow" busy={free === 0}>
            {free === 0 ? texts.allInCart : texts.add}
          </Button>
        </Form>
      )}
      <p role="status" className="text-sm empty:sr-only">
        {isRefused && fill(texts.full, { count: MAX_CART_LINES }, locale)}
        {!isRefused && (clamped || inCart > 0) && outcome.text}
      </p>
      {problem}
      <AddedDialog
        handle={dialog}
        product={product}
        outcome={outcome}
        links={links}
        isFilled={hasAdded}
        isSignedIn={isSignedIn}
        currency={currency}
        locale={locale}
        texts={{ buy: texts, cart: problemTexts.cart, delivery: problemTexts.delivery }}
      >
        {problem}
      </AddedDialog>
    </div>
  );
}

/** Returns the result of the addition: in the cart, reduced to the stock, or sold out. */
function outcomeOf(
  clamped: Clamped | undefined,
  count: number,
  { locale, texts }: Pick<BuyBoxProps, 'locale'> & { readonly texts: Texts<'buy'> },
): Outcome {
  if (!clamped) return { kind: 'added', text: fill(texts.addedCount, { count }, locale) };
  if (clamped.left === 0) return { kind: 'gone', text: texts.gone };
  return { kind: 'cut', text: fill(texts.clamped, { left: clamped.left }, locale) };
}

function Stock({ available, texts }: { readonly available: number; readonly texts: Texts<'buy'> }) {
  if (available === 0)
    return (
      <div role="status">
        <p className="font-medium">{texts.soldOut}</p>
        <p className="text-sm text-muted">{texts.soldOutText}</p>
      </div>
    );
  if (available <= LOW_STOCK)
    return (
      <p role="status" className="font-medium text-accent">
        {texts.onlyLeft.replace('{count}', String(available))}
      </p>
    );
  return (
    <p role="status" className="flex items-center gap-1.5 font-medium text-success">
      <Check aria-hidden className="size-4" />
      {texts.inStock}
    </p>
  );
}

function useLiveAvailability({ id, available }: Pick<ListedProduct, 'id' | 'available'>): number {
  const [live, setLive] = useState<number | null>(null);

  useEffect(() => {
    const ask = async () => {
      if (document.hidden) return;
      const page = await get<CatalogPage>(`/api/store/products?ids=${id}`).catch(() => null);
      if (page) setLive(page.products[0]?.available ?? 0);
    };
    const asked = () => void ask();
    document.addEventListener('visibilitychange', asked);
    return () => document.removeEventListener('visibilitychange', asked);
  }, [id]);

  return live ?? available;
}
