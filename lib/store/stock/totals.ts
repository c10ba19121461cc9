import type { Reader } from '#lib/data/store.ts';
import { StockLevels } from '#lib/store/collections.ts';
import type { StockLevel } from '#lib/store/schemas/stock.ts';
import { availableOf, readCounters, type StockCounts, totalOf } from './counters.ts';

/** The units of a product over all its counters. */
export type StockTotals = StockCounts & { readonly available: number };
/** The version changes with any of the counters. */
type VersionedTotals = StockTotals &
  Pick<StockLevel, 'lowAt' | 'lowNotifiedAt' | 'backNotice'> & { readonly version: string };

/**
 * Returns the stock of these products, in the order of the ids. Read outside a transaction, the result is only a
 * forecast.
 */
export async function findStock(
  reader: Reader,
  productIds: readonly string[],
): Promise<(VersionedTotals | undefined)[]> {
  const levels = await reader.getMany(StockLevels, productIds);
  return Promise.all(
    levels.map(async (level) => {
      if (!level) return undefined;
      const counters = await readCounters(reader, level);
      const total = totalOf(counters);
      const version = counters.map((counter) => counter.version).join('.');
      const { lowAt, lowNotifiedAt, backNotice } = level.data;
      return { ...total, available: availableOf(total), lowAt, lowNotifiedAt, backNotice, version };
    }),
  );
}
