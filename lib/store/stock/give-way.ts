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

/** Reads holds that were found outside of a transaction again by id; whoever reads them looks at their state anew. */
export async function readAgain(reader: Reader, rows: readonly Row<StockHold>[]): Promise<readonly Row<StockHold>[]> {
  const again = await reader.getMany(
    StockHolds,
    rows.map(({ id }) => id),
  );
  return again.filter((row) => row !== undefined);
}

/** Where nothing gives way. */
export const noneExpired: FindExpired = async () => ({ rows: [], hasMore: false });

/** Asks the database. Only for use outside of a transaction: there a query would lock out every other buyer. */
export const queryExpired =
  (reader: Reader, now: Date): FindExpired =>
  async (productId, most) => {
    const { rows, next } = await reader.find(expiredHoldsOf(productId, takeableBefore(now), most));
    return { rows, hasMore: next !== null };
  };

/** Expired holds as a transaction needs them: found by a query before it, and read again by id within. */
export type ExpiredBefore = {
  /** Reads those that are known within a transaction; of a product nobody has asked about it calls `missed`. */
  within(reader: Reader, missed: () => void): FindExpired;
  /** Asks about all products that were missed; false when there are none. */
  askMissed(): Promise<boolean>;
};

/** Begins with nothing known, because as a rule there is enough without any expired hold. */
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
