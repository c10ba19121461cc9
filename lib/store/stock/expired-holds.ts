import type { Context } from '#lib/context/context.ts';
import type { Row, Writer } from '#lib/data/store.ts';
import { StockHolds } from '#lib/store/collections.ts';
import { expiredHolds } from '#lib/store/queries.ts';
import type { StockHold } from '#lib/store/schemas/stock.ts';
import { unitsPerCounter } from './counters.ts';
import { queryExpired, readAgain } from './find-expired-holds.ts';
import { isReleasable, releasableBefore } from './hold-terms.ts';
import { type Moment, releaseUnits } from './hold-units.ts';
import { stockTx } from './stock-tx.ts';

/** The number of holds released in one transaction: each hold takes two writes, and a commit allows 500. */
export const RELEASED_AT_ONCE = 200;
const SWEPT_AT_ONCE = 500;

/**
 * Releases expired holds of one product. Returns how many were found and how many this call released. Another caller
 * may release some first, so only fewer than RELEASED_AT_ONCE found mean that none is left.
 */
export async function releaseExpiredHolds(
  ctx: Context,
  productId: string,
): Promise<{ readonly found: number; readonly done: number }> {
  const now = ctx.now();
  const expired = await queryExpired(ctx.data, now)(productId, RELEASED_AT_ONCE);
  const found = expired.rows.length;
  if (found === 0) return { found, done: 0 };
  const done = await stockTx(ctx, { productIds: [productId] }, async (t) => {
    const rows = (await readAgain(t, expired.rows)).filter(({ data }) => isReleasable(data, now));
    releaseHolds(t, rows, { env: ctx.env, now });
    return rows.length;
  });
  return { found, done };
}

/**
 * Releases a slice of the expired cart holds; returns 0 when none is left. This is only cleanup: no buyer waits for it.
 */
export async function sweepExpiredHolds(ctx: Context): Promise<number> {
  const { rows } = await ctx.data.find(expiredHolds(releasableBefore(ctx.now()), SWEPT_AT_ONCE));
  let released = 0;
  for (const productId of new Set(rows.map(({ data }) => data.productId)))
    released += (await releaseExpiredHolds(ctx, productId)).done;
  return released;
}

/** Sets holds to released and frees their units, with one write for each counter. */
export function releaseHolds(t: Writer, holds: readonly Row<StockHold>[], moment: Moment): void {
  const at = moment.now.toISOString();
  for (const { id } of holds) t.update(StockHolds, id, { state: 'released', updatedAt: at });
  for (const { counter, qty } of unitsPerCounter(holds)) releaseUnits(t, counter, qty, moment);
}
