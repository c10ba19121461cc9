import { useEffect, useState } from 'react';
import type { StockWatchList } from '#lib/store/schemas/shoppers/stock-watch.ts';
import { get } from '#lib/web/api/api-client.ts';

/**
 * Loads the products that the user waits for, the latest first. `ids` is null until they are known. When they cannot be
 * loaded the list is empty: a product on it can be asked for again.
 */
export function useWatches(isSignedIn: boolean): { readonly ids: readonly string[] | null } {
  const [ids, setIds] = useState<readonly string[] | null>(null);
  useEffect(() => {
    if (!isSignedIn) return;
    const stop = new AbortController();
    get<StockWatchList>('/api/account/stock-watches', { signal: stop.signal })
      .then(({ watches }) => setIds(watches.map(({ productId }) => productId)))
      .catch(() => !stop.signal.aborted && setIds([]));
    return () => stop.abort();
  }, [isSignedIn]);
  return { ids };
}
