import type { Reader } from '#lib/data/store.ts';
import { StockLevels } from '#lib/store/collections.ts';
import { availableOf, type Counters, readBins, totalOf } from './bins.ts';

/** The stock of a product over all its bins. The version changes with any of the bins. */
export type StockNow = Counters & { readonly available: number; readonly version: string };

/**
 * Returns the stock of these products, in the order of the ids. Read outside a transaction, the result is only a
 * forecast.
 */
export async function findStock(reader: Reader, productIds: readonly string[]): Promise<(StockNow | undefined)[]> {
  const levels = await reader.getMany(StockLevels, productIds);
  return Promise.all(
    levels.map(async (level) => {
      if (!level) return undefined;
      const bins = await readBins(reader, level);
      const total = totalOf(bins);
      return { ...total, available: availableOf(total), version: bins.map(({ version }) => version).join('.') };
    }),
  );
}
