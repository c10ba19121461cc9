import { systemContext } from '#lib/context/context.ts';
import type { Runtime } from '#lib/context/runtime.ts';
import { newId } from '#lib/core/ids.ts';
import type { Change } from '#lib/data/store.ts';
import { levelsChangedLast } from '#lib/store/catalog/queries.ts';
import { shardsChangedLast } from '#lib/store/queries.ts';
import { indexChangedStock, indexStock, ofShards, type StockSeen } from '#lib/store/stock/stock-index.ts';

/**
 * The number of stock levels watched, the last changed ones. If more levels change between two results, they are read
 * from the store.
 */
const WINDOW = 50;
const RETRY_MS = 1_000;

export type Availability = { close(): Promise<void> };

/**
 * Updates the stock figures of the catalog after changes of stock levels, one burst of changes at a time. The shop
 * worker runs this function. Without a shop worker, the outbox reports products that run out.
 */
export function startAvailability(runtime: Runtime, everyMs = 250): Availability {
  const ctx = systemContext(runtime, newId('request'));
  const pending = new Map<string, StockSeen>();
  let isWhole = false;
  let timer: NodeJS.Timeout | undefined;
  let current: Promise<void> | undefined;
  let isOpen = true;

  const schedule = (ms: number): void => {
    if (!isOpen) return;
    timer ??= setTimeout(() => {
      current = flush();
    }, ms).unref();
  };

  async function flush(): Promise<void> {
    const levels = [...pending.values()];
    const isMissingSome = isWhole;
    pending.clear();
    isWhole = false;
    try {
      await (isMissingSome ? indexChangedStock(ctx) : indexStock(ctx, levels));
      timer = undefined;
      if (pending.size > 0 || isWhole) schedule(everyMs);
    } catch (error) {
      runtime.log('warn', 'availability.failed', { error });
      isWhole = true;
      timer = undefined;
      schedule(RETRY_MS);
    }
  }

  function note(seen: readonly StockSeen[], changed: number, shown: number): void {
    for (const product of seen) pending.set(product.id, product);
    // A window that holds only new rows may hide further ones. That also applies to the first window after a crash.
    if (changed === shown && shown === WINDOW) isWhole = true;
    if (seen.length > 0) schedule(everyMs);
  }
  const rowsOf = <T extends object>(changes: readonly Change<T>[]) =>
    changes.filter(({ kind }) => kind !== 'removed').map(({ row }) => row);
  const stops = [
    runtime.data.watch(levelsChangedLast(WINDOW), (rows, changes) => {
      const fresh = rowsOf(changes);
      note(fresh, fresh.length, rows.length);
    }),
    runtime.data.watch(shardsChangedLast(WINDOW), (rows, changes) => {
      const fresh = rowsOf(changes);
      note(ofShards(fresh), fresh.length, rows.length);
    }),
  ];

  return {
    async close() {
      isOpen = false;
      clearTimeout(timer);
      for (const stop of stops) stop();
      await current;
    },
  };
}
