import type { Context } from '#lib/context/context.ts';
import { fault } from '#lib/core/fault.ts';
import { hashOf } from '#lib/core/ids.ts';
import { inc } from '#lib/data/patch.ts';
import type { Cursor } from '#lib/data/query.ts';
import type { Page } from '#lib/data/store.ts';
import { StockHolds } from '#lib/store/collections.ts';
import { holdsInState, soldHolds } from '#lib/store/queries.ts';
import type { StockHold } from '#lib/store/schemas/stock.ts';
import { unitsPerCounter, updateCounter } from './counters.ts';
import { readAgain } from './find-expired-holds.ts';
import { writeMovement } from './movements.ts';
import { stockTx } from './stock-tx.ts';

/** The number of holds compacted in one transaction. */
const COMPACTED_AT_ONCE = 200;
/** The number of sold holds read by one query. */
const SOLD_AT_ONCE = 500;

/**
 * Compacts every product that has sold units, one after another, so that a purchase never waits for the whole shop. A
 * payment promises no effect for this: sold holds are found by their state, whatever the number of other holds. A
 * product that cannot be compacted delays no other; its error is thrown at the end. Returns the number of holds
 * compacted.
 */
export async function compactSold(ctx: Context): Promise<number> {
  const tried = new Set<string>();
  const failures: unknown[] = [];
  let compacted = 0;
  let after: Cursor | null = null;
  do {
    const page: Page<StockHold> = await ctx.data.find(soldHolds(SOLD_AT_ONCE, after ?? undefined));
    for (const { productId } of page.rows.map(({ data }) => data)) {
      if (tried.has(productId)) continue;
      tried.add(productId);
      try {
        compacted += await compactStock(ctx, productId);
      } catch (error) {
        failures.push(error);
      }
    }
    after = page.next;
  } while (after !== null);
  if (failures.length > 0) throw failures[0];
  return compacted;
}

/**
 * Takes the sold units of a product off the shelf, from `onHand` and from `held` at once, so the available units never
 * change. Each counter gets one move per batch. Returns the number of holds compacted.
 */
export async function compactStock(ctx: Context, productId: string): Promise<number> {
  let compacted = 0;
  for (;;) {
    const batch = await compactOnce(ctx, productId);
    compacted += batch.done;
    if (batch.found < COMPACTED_AT_ONCE) return compacted;
  }
}

type Batch = { readonly found: number; readonly done: number };

async function compactOnce(ctx: Context, productId: string): Promise<Batch> {
  const at = ctx.now().toISOString();
  const sold = await ctx.data.find(holdsInState(productId, 'sold', COMPACTED_AT_ONCE));
  const found = sold.rows.length;
  if (found === 0) return { found, done: 0 };
  const done = await stockTx(ctx, { productIds: [productId] }, async (t) => {
    const rows = (await readAgain(t, sold.rows)).filter(({ data }) => data.state === 'sold');
    if (rows.length === 0) return 0;
    for (const { id } of rows) t.update(StockHolds, id, { state: 'compacted', updatedAt: at });
    await fault('stock.compact_half');

    const name = rows.map(({ id }) => id);
    for (const { counter, qty } of unitsPerCounter(rows)) {
      updateCounter(t, counter, { onHand: inc(-qty), held: inc(-qty), updatedAt: at });
      writeMovement(t, hashOf('compact', at, String(counter.shard), ...name), {
        productId,
        shard: counter.shard,
        delta: -qty,
        kind: 'compact',
        refId: null,
        actorId: null,
        reason: null,
        at,
      });
    }
    return rows.length;
  });
  return { found, done };
}
