import { useEffect, useState } from 'react';
import type { CatalogPage, ListedProduct } from '#lib/store/schemas/catalog.ts';
import { get } from '#lib/web/api/api-client.ts';

/** The most products of one request. */
const AT_ONCE = 50;

type Found = ReadonlyMap<string, ListedProduct | null>;

export type ProductsOf = {
  /** Returns a product, null when it is no longer sold, undefined when that is not known yet. */
  readonly find: (id: string) => ListedProduct | null | undefined;
  readonly isFailed: boolean;
  readonly retry: () => void;
};

/** Loads products by their ids, those that are not known yet. */
export function useProductsOf(ids: readonly string[], currency: string): ProductsOf {
  const [found, setFound] = useState<Found>(new Map());
  const [failed, setFailed] = useState('');
  const [tries, setTries] = useState(0);
  const missing = ids.filter((id) => !found.has(id)).join(',');
  const key = `${missing} ${tries}`;

  useEffect(() => {
    if (missing === '') return;
    const stop = new AbortController();
    loadProducts(missing.split(','), currency, stop.signal)
      .then((more) => setFound((before) => new Map([...before, ...more])))
      .catch(() => !stop.signal.aborted && setFailed(key));
    return () => stop.abort();
  }, [missing, currency, key]);

  return { find: (id) => found.get(id), isFailed: failed === key, retry: () => setTries((before) => before + 1) };
}

async function loadProducts(ids: readonly string[], currency: string, signal: AbortSignal): Promise<Found> {
  const chunks = Array.from({ length: Math.ceil(ids.length / AT_ONCE) }, (_, n) =>
    ids.slice(n * AT_ONCE, (n + 1) * AT_ONCE),
  );
  const pages = await Promise.all(
    chunks.map((chunk) =>
      get<CatalogPage>(`/api/store/products?limit=${AT_ONCE}&ids=${chunk.join(',')}&currency=${currency}`, { signal }),
    ),
  );
  const listed = new Map(pages.flatMap(({ products }) => products.map((product) => [product.id, product] as const)));
  return new Map(ids.map((id) => [id, listed.get(id) ?? null]));
}
