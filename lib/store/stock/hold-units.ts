import { inc } from '#lib/data/patch.ts';
import type { Writer } from '#lib/data/store.ts';
import { StockHolds } from '#lib/store/collections.ts';
import type { StockHold } from '#lib/store/schemas/stock.ts';
import type { Allocation } from './allocation.ts';
import { availableOf, changeCounters, LEVEL_COUNTER, totalOf, updateCounter } from './counters.ts';
import { noticeStock } from './notice.ts';

/**
 * The time of a change, and the settings of the deployment: when no process watches the levels, the catalog must be
 * updated.
 */
export type Moment = { readonly env: Parameters<typeof noticeStock>[1]; readonly now: Date };

/**
 * Holds the units of an allocation, and releases the expired holds whose units it takes. Returns the number of the
 * counter that a product's hold must name. Throws for a short allocation.
 */
export function writeAllocation(
  t: Writer,
  allocation: Allocation,
  { env, now }: Moment,
): (productId: string) => number {
  if (allocation.kind === 'short') throw new Error('a short allocation cannot be written');
  const updatedAt = now.toISOString();
  for (const { productId, changes, released } of allocation.products) {
    changeCounters(t, changes, updatedAt);
    for (const { id } of released) t.update(StockHolds, id, { state: 'released', updatedAt });
    // Only some counters of a sharded product may have been read. When those run empty, the catalog checks the product.
    const before = availableOf(totalOf(changes.map(({ counter }) => counter)));
    const after = before - changes.reduce((sum, { held }) => sum + held, 0);
    const lowAt = changes.map(({ counter }) => counter.lowAt).find((least) => least != null);
    noticeStock(t, env, { productId, before, after, lowAt, now });
  }
  const shards = new Map(allocation.products.map(({ productId, shard }) => [productId, shard]));
  return (productId) => shards.get(productId) ?? LEVEL_COUNTER;
}

/**
 * Subtracts units from the `held` of their counter without reading the counter. The state of the hold row ensures that
 * this happens only once.
 */
export function releaseUnits(
  t: Writer,
  { productId, shard }: Pick<StockHold, 'productId' | 'shard'>,
  qty: number,
  { env, now }: Moment,
): void {
  updateCounter(t, { productId, shard }, { held: inc(-qty), updatedAt: now.toISOString() });
  // The number of available units is unknown here, so the notice assumes that there were none.
  noticeStock(t, env, { productId, before: 0, after: qty, now });
}
