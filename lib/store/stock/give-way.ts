import type { Page, Reader, Row } from '#lib/data/store.ts';
import { StockHolds } from '#lib/store/collections.ts';
import { expiredHoldsOf } from '#lib/store/queries.ts';
import type { StockHold } from '#lib/store/schemas/stock.ts';
import { isTakeable, takeableBefore } from './hold-life.ts';

/** Expired holds of others that one transaction clears of one product. */
export const CLEARED_AT_ONCE = 20;

/** Expired holds, and whether there are more of them than were wanted. */
export type Expired = Pick<Page<StockHold>, 'rows'> & { readonly hasMore: boolean };
/** Finds expired holds of a product that may give way, the longest expired first. */
export type FindExpired = (productId: string, most: number) => Promise<Expired>;

/** Reads holds by id that a query outside of the transaction has found. Their state may have changed: check it again. */
export async function readAgain(reader: Reader, rows: readonly Row<StockHold>[]): Promise<readonly Row<StockHold>[]> {
  const again = await reader.getMany(
    StockHolds,
    rows.map(({ id }) => id),
  );
  return again.filter((row) => row !== undefined);
}

/** Finds none: for callers whose expired holds were released before. */
export const noneExpired: FindExpired = async () => ({ rows: [], hasMore: false });

/** Finds them by a query, so it must not run inside a transaction: on Firestore it would lock out every other buyer. */
export const queryExpired =
  (reader: Reader, now: Date): FindExpired =>
  async (productId, most) => {
    const { rows, next } = await reader.find(expiredHoldsOf(productId, takeableBefore(now), most));
    return { rows, hasMore: next !== null };
  };

/** The expired holds that a query has found before a transaction, which reads them again by id. */
export type ExpiredBefore = {
  /** Finds them inside a transaction by id. It calls `missed` for a product that was not queried yet. */
  within(reader: Reader, missed: () => void): FindExpired;
  /** Queries the products that were missed. Returns false if there were none. */
  askMissed(): Promise<boolean>;
};

/** Starts without a query: usually there is enough stock, and no expired hold is needed. */
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
