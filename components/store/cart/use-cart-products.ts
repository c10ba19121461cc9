import { useEffect, useState } from 'react';
import type { CartLine } from '#lib/store/schemas/cart.ts';
import type { CatalogPage, ListedProduct } from '#lib/store/schemas/catalog.ts';
import { get } from '#lib/web/api/api-client.ts';
import { useCart } from './cart-provider.tsx';
import { idsToRequest, knownProduct, MAX_REQUESTED } from './known-product.ts';

/** Returns a product, null when it is no longer for sale, undefined when that is not known yet. */
export type FindProduct = (id: string) => ListedProduct | null | undefined;

export type CartProducts = {
  readonly find: FindProduct;
  /** Returns the title of a product, even after it left the cart; undefined when the title was never known. */
  readonly titleOf: (id: string) => string | undefined;
  /** The error of the last request; null when it did not fail. */
  readonly problem: unknown;
  readonly retry: () => void;
};

/**
 * Loads titles and prices of the products in the cart and in its notices by id. A new `round` loads them again, for
 * prices that have changed.
 */
export function useCartProducts(
  lines: readonly CartLine[],
  currency: string,
  first: readonly ListedProduct[],
  round = 0,
): CartProducts {
  const [asked, setAsked] = useState<Asked>({ key: '', products: first, titles: titlesOf(first) });
  const [failed, setFailed] = useState<{ readonly key: string; readonly error: unknown }>({ key: '', error: null });
  const [tries, setTries] = useState(0);
  const ids = idsToRequest(lines, useCart().cart).join(',');
  const key = `${ids} ${currency} ${round} ${tries}`;

  useEffect(() => {
    if (ids === '') return;
    const stop = new AbortController();
    get<CatalogPage>(`/api/store/products?limit=${MAX_REQUESTED}&ids=${ids}&currency=${currency}`, {
      signal: stop.signal,
    })
      .then(({ products }) =>
        // The page is in the language of its address, but the API responds in the language of the account. The first
        // title stays.
        setAsked(({ titles }) => ({ key, products, titles: new Map([...titlesOf(products), ...titles]) })),
      )
      // The shown products stay; the next change requests them again.
      .catch((error: unknown) => !stop.signal.aborted && setFailed({ key, error }));
    return () => stop.abort();
  }, [ids, currency, key]);

  const titleOf = (id: string) => asked.titles.get(id);
  const find: FindProduct = (id) => {
    const known = knownProduct({ products: asked.products, isAnswered: asked.key === key, first }, id, currency);
    return known && { ...known, title: titleOf(id) ?? known.title };
  };
  return {
    find,
    titleOf,
    problem: failed.key === key ? failed.error : null,
    retry: () => setTries((before) => before + 1),
  };
}

type Titles = ReadonlyMap<string, string>;
type Asked = { readonly key: string; readonly products: readonly ListedProduct[]; readonly titles: Titles };

const titlesOf = (products: readonly ListedProduct[]): Titles => new Map(products.map(({ id, title }) => [id, title]));
