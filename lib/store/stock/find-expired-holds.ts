import type { Page, Reader, Row } from '#lib/data/store.ts';
import { StockHolds } from '#lib/store/collections.ts';
import { expiredHoldsOf } from '#lib/store/queries.ts';
import type { StockHold } from '#lib/store/schemas/stock.ts';
import { isReleasable, releasableBefore } from './hold-terms.ts';

/** The number of other buyers' expired holds that one transaction releases per product. */
export const RELEASED_PER_PRODUCT = 20;

/** Expired holds, and whether more exist than were requested. */
export type Expired = Pick<Page<StockHold>, 'rows'> & { readonly hasMore: boolean };
/** Finds expired holds of a product that may be released, the longest expired first. */
export type QueryExpired = (productId: string, most: number) => Promise<Expired>;
/** Like `QueryExpired`, for a transaction. Returns null when the holds must be queried outside of it first. */
export type FindExpired = (...request: Parameters<QueryExpired>) => Promise<Expired | null>;

/**
 * Reads holds again by id after a query outside the transaction has found them. Their state may have changed, so check
 * it again.
 */
export async function readAgain(reader: Reader, rows: readonly Row<StockHold>[]): Promise<readonly Row<StockHold>[]> {
  const again = await reader.getMany(
    StockHolds,
    rows.map(({ id }) => id),
  );
  return again.filter((row) => row !== undefined);
}

/** Finds no holds: for callers that have released the expired holds already. */
export const noneExpired: QueryExpired = async () => ({ rows: [], hasMore: false });

/**
 * Finds expired holds by a query. It must not run inside a transaction: on Firestore the query would lock out every
 * other buyer.
 */
export const queryExpired =
  (reader: Reader, now: Date): QueryExpired =>
  async (productId, most) => {
    const { rows, next } = await reader.find(expiredHoldsOf(productId, releasableBefore(now), most));
    return { rows, hasMore: next !== null };
  };

/** The expired holds that a query found before a transaction. The transaction reads them again by id. */
export type QueriedExpired = {
  /** Finds the holds by id inside a transaction. It notes each product that was not queried yet. */
  within(reader: Reader): FindExpired;
  /** Queries the noted products. Returns false if there were none. */
  queryMissing(): Promise<boolean>;
};

/** Starts without a query: usually the stock is sufficient, and no expired hold is needed. */
export function openQueriedExpired(reader: Reader, now: Date): QueriedExpired {
  const known = new Map<string, Expired>();
  const missing = new Set<string>();
  return {
    within: (inside) => async (productId, most) => {
      const page = known.get(productId);
      if (!page) {
        missing.add(productId);
        return null;
      }
      const rows = await readAgain(inside, page.rows.slice(0, most));
      return {
        rows: rows.filter(({ data }) => isReleasable(data, now)),
        hasMore: page.hasMore || page.rows.length > most,
      };
    },
    async queryMissing() {
      const productIds = [...missing];
      missing.clear();
      const query = queryExpired(reader, now);
      for (const productId of productIds) known.set(productId, await query(productId, RELEASED_PER_PRODUCT));
      return productIds.length > 0;
    },
  };
}
