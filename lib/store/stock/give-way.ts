import type { Page, Reader, Row } from '#lib/data/store.ts';
import { StockHolds } from '#lib/store/collections.ts';
import { expiredHoldsOf } from '#lib/store/queries.ts';
import type { StockHold } from '#lib/store/schemas/stock.ts';
import { isTakeable, takeableBefore } from './hold-life.ts';

/** The number of other buyers' expired holds that one transaction releases per product. */
export const CLEARED_AT_ONCE = 20;

/** Expired holds, and whether more exist than were requested. */
export type Expired = Pick<Page<StockHold>, 'rows'> & { readonly hasMore: boolean };
/** Finds expired holds of a product that may be released, the longest expired first. */
export type FindExpired = (productId: string, most: number) => Promise<Expired>;

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

/** Finds no holds: for callers whose expired holds were released before. */
export const noneExpired: FindExpired = async () => ({ rows: [], hasMore: false });

/**
 * Finds expired holds by a query. It must not run inside a transaction: on Firestore the query would lock out every
 * other buyer.
 */
export const queryExpired =
  (reader: Reader, now: Date): FindExpired =>
  async (productId, most) => {
    const { rows, next } = await reader.find(expiredHoldsOf(productId, takeableBefore(now), most));
    return { rows, hasMore: next !== null };
  };

/** The expired holds that a query found before a transaction. The transaction reads them again by id. */
export type ExpiredBefore = {
  /** Finds the holds by id inside a transaction. It calls `missed` for a product that was not queried yet. */
  within(reader: Reader, missed: () => void): FindExpired;
  /** Queries the products that were missed. Returns false if there were none. */
  askMissed(): Promise<boolean>;
};

/** Starts without a query: usually the stock is sufficient, and no expired hold is needed. */
export function openExpiredBefore(reader: Reader, now: Date): ExpiredBefore {
  const known = new Map<string, Expired>();
  const missing = new Set<string>();
  return {
    within: (inside, missed) => async (productId, most) => {
      const page = known.get(productId);
      if (!page) {
        missing.add(productId);
        missed();
        return { rows: [], hasMore: false };
      }
      const rows = await readAgain(inside, page.rows.slice(0, most));
      return {
        rows: rows.filter(({ data }) => isTakeable(data, now)),
        hasMore: page.hasMore || page.rows.length > most,
      };
    },
    async askMissed() {
      const asked = [...missing];
      missing.clear();
      const query = queryExpired(reader, now);
      for (const productId of asked) known.set(productId, await query(productId, CLEARED_AT_ONCE));
      return asked.length > 0;
    },
  };
}
