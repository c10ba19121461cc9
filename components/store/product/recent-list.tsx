import type { Route } from 'next';
import { useEffect, useState } from 'react';
import { ProductCard } from '#components/store/catalog/product-card.tsx';
import { fill } from '#lib/i18n/fill.ts';
import { moneyText } from '#lib/i18n/money-text.ts';
import type { Texts } from '#lib/i18n/texts.ts';
import type { Locale } from '#lib/i18n/values.ts';
import { optionsText } from '#lib/store/families/option-texts.ts';
import type { CatalogPage, ListedProduct } from '#lib/store/schemas/catalog.ts';
import { get } from '#lib/web/api/api-client.ts';

const SHOWN = 4;

export type RecentListProps = {
  readonly ids: readonly string[];
  readonly currency: string;
  readonly locale: Locale;
  /** The address of the catalog in the language of the page. */
  readonly catalog: Route;
  readonly title: string;
  readonly texts: Texts<'card'>;
  /** The name of the button that puts a product on the wishlist, with `{title}`. */
  readonly heart: string;
};

/** Shows the first of some products that are still for sale, and nothing when they cannot be loaded. */
export function RecentList({ ids, currency, locale, catalog, title, texts, heart }: RecentListProps) {
  const [products, setProducts] = useState<readonly ListedProduct[]>([]);
  const asked = ids.join(',');

  useEffect(() => {
    const stop = new AbortController();
    get<CatalogPage>(`/api/store/products?ids=${asked}&limit=${ids.length}&currency=${currency}`, {
      signal: stop.signal,
    })
      .then((page) => setProducts(page.products))
      .catch(() => undefined);
    return () => stop.abort();
  }, [asked, ids.length, currency]);

  const shown = ids.flatMap((id) => products.find((product) => product.id === id) ?? []).slice(0, SHOWN);
  if (shown.length === 0) return null;
  const money = (minor: number) => moneyText(minor, currency, locale);
  return (
    <section className="mt-16 flex flex-col gap-6">
      <h2 className="text-2xl">{title}</h2>
      <ul className="grid grid-cols-2 gap-x-4 gap-y-10 sm:gap-x-6 md:grid-cols-4">
        {shown.map((product) => (
          <li key={product.id} className="flex">
            <ProductCard
              product={product}
              href={`${catalog}/${product.id}/${product.slug}` as Route}
              sellerHref={null}
              sizes="(min-width: 80rem) 19rem, (min-width: 48rem) 23vw, 46vw"
              texts={{
                price: money(product.priceMinor),
                was: product.compareAtMinor === null ? null : money(product.compareAtMinor),
                now: texts.now,
                before: texts.was,
                soldOut: texts.soldOut,
                onlyLeft: fill(texts.onlyLeft, { count: product.available }, locale),
                rating: null,
                heart: fill(heart, { title: product.title }, locale),
                variants: optionsText(product.options) || null,
              }}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
