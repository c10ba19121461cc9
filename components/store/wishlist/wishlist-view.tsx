'use client';

import { Heart } from 'lucide-react';
import type { Route } from 'next';
import { useCart } from '#components/store/cart/cart-provider.tsx';
import { ProductCard } from '#components/store/catalog/product-card.tsx';
import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { fill } from '#lib/i18n/fill.ts';
import { moneyText } from '#lib/i18n/money-text.ts';
import type { Texts } from '#lib/i18n/texts.ts';
import type { Locale } from '#lib/i18n/values.ts';
import { optionsText } from '#lib/store/families/option-texts.ts';
import type { ListedProduct } from '#lib/store/schemas/catalog.ts';
import { qtyOf } from '#lib/web/cart/guest-cart.ts';
import { useKeptFocus } from './use-kept-focus.ts';
import { useProductsOf } from './use-products-of.ts';
import { useWishlist } from './wishlist-provider.tsx';

export type WishlistTexts = { readonly wishlist: Texts<'wishlist'>; readonly card: Texts<'card'> };

type WishlistViewProps = {
  readonly currency: string;
  readonly locale: Locale;
  readonly links: { readonly catalog: Route; readonly cart: Route };
  readonly texts: WishlistTexts;
};

/** Shows the products of the wishlist, which only the browser knows. Those that are no longer sold say so. */
export function WishlistView({ currency, locale, links, texts }: WishlistViewProps) {
  const { list, store } = useWishlist();
  const { find, isFailed, retry } = useProductsOf(list.ids, currency);
  const focus = useKeptFocus(list.ids);
  const { wishlist: words } = texts;

  if (isFailed || (!list.ready && list.problem !== null))
    return (
      <Alert
        kind="danger"
        role="alert"
        title={words.away}
        action={
          <Button
            size="small"
            look="secondary"
            onClick={() => {
              store.retry();
              retry();
            }}
          >
            {words.retry}
          </Button>
        }
      />
    );
  return (
    <section ref={focus.around} tabIndex={-1} aria-label={words.title} className="flex flex-col gap-8 outline-none">
      {list.ready && list.ids.length === 0 ? (
        <EmptyState
          title={words.emptyTitle}
          icon={<Heart aria-hidden />}
          action={<LinkButton href={links.catalog}>{words.browse}</LinkButton>}
        >
          {words.emptyText}
        </EmptyState>
      ) : (
        <p role="status" className="text-muted tabular-nums">
          {list.ready ? fill(words.count, { count: list.ids.length }, locale) : words.loading}
        </p>
      )}
      <ul
        ref={focus.list}
        className="grid grid-cols-2 gap-x-4 gap-y-10 empty:hidden sm:gap-x-6 md:grid-cols-3 xl:grid-cols-4"
      >
        {list.ids.map((id, at) => {
          const product = find(id);
          const name = fill(words.removeOf, { number: at + 1, count: list.ids.length }, locale);
          return (
            <li key={id} className="flex flex-col gap-3" onFocus={() => focus.hold(id)} onBlur={() => focus.hold(null)}>
              {product === undefined && <Skeleton className="aspect-square w-full" />}
              {product === null && <GoneProduct name={name} texts={words} onRemove={() => void store.toggle(id)} />}
              {product && <WishedProduct product={product} locale={locale} links={links} texts={texts} />}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

type WishedProductProps = Omit<WishlistViewProps, 'currency'> & { readonly product: ListedProduct };

function WishedProduct({ product, locale, links, texts: { wishlist: words, card } }: WishedProductProps) {
  const { cart, store } = useCart();
  const money = (minor: number) => moneyText(minor, product.currency, locale);
  const { id, title } = product;
  return (
    <>
      <ProductCard
        product={product}
        href={`${links.catalog}/${id}/${product.slug}` as Route}
        sellerHref={null}
        heading="h2"
        sizes="(min-width: 80rem) 19rem, (min-width: 48rem) 31vw, 46vw"
        texts={{
          price: money(product.priceMinor),
          was: product.compareAtMinor === null ? null : money(product.compareAtMinor),
          now: card.now,
          before: card.was,
          soldOut: card.soldOut,
          onlyLeft: fill(card.onlyLeft, { count: product.available }, locale),
          rating: null,
          variants: optionsText(product.options) || null,
          heart: fill(words.heart, { title }, locale),
        }}
      />
      {qtyOf(cart.lines, id) > 0 ? (
        <LinkButton href={links.cart} look="secondary">
          {words.inCart}
        </LinkButton>
      ) : (
        product.inStock && (
          <Button aria-label={fill(words.addOf, { title }, locale)} onClick={() => store.add(id, 1)}>
            {words.add}
          </Button>
        )
      )}
    </>
  );
}

type GoneProductProps = {
  /** Names the button among others of its kind. */
  readonly name: string;
  readonly texts: Texts<'wishlist'>;
  readonly onRemove: () => void;
};

function GoneProduct({ name, texts, onRemove }: GoneProductProps) {
  return (
    <div className="flex aspect-square w-full flex-col items-center justify-center gap-3 rounded-md bg-sunken p-4 text-center text-muted">
      <p>{texts.gone}</p>
      <Button look="secondary" size="small" aria-label={name} onClick={onRemove}>
        {texts.remove}
      </Button>
    </div>
  );
}
