import type { Context } from '#lib/context/context.ts';
import { conflict, invalid } from '#lib/core/errors.ts';
import { newId } from '#lib/core/ids.ts';
import type { Writer } from '#lib/data/store.ts';
import { StockLevels, StockMovements } from '#lib/store/collections.ts';
import type { MovementKind } from '#lib/store/values.ts';
import {
  availableOf,
  changeCounters,
  fullestOf,
  gather,
  LEVEL_COUNTER,
  readCounters,
  type StockCounter,
  totalOf,
  updateCounter,
  writeTransfer,
} from './counters.ts';
import { writeMovement } from './movements.ts';
import { noticeStock } from './notice.ts';
import { levelShards } from './rebalance.ts';
import { stockTx } from './stock-tx.ts';
import type { StockTotals } from './totals.ts';

/** The changes that a person may book; `initial` and `compact` belong to the shop itself. */
export type StockChange = {
  /** The number of units added; negative when units turned out to be missing. */
  readonly delta: number;
  readonly kind: Extract<MovementKind, 'restock' | 'correction' | 'return'>;
  readonly reason?: string;
};

/**
 * Changes `onHand` together with the move that explains the change. Only a correction may remove units, and never below
 * `held`, because held units are promised.
 */
export async function changeStock(ctx: Context, productId: string, change: StockChange): Promise<StockTotals> {
  const { delta, kind, reason = null } = change;
  if (!Number.isSafeInteger(delta) || delta === 0 || (delta < 0 && kind !== 'correction'))
    throw invalid('The body is not valid', { delta: `must be ${kind === 'correction' ? 'other' : 'greater'} than 0` });
  const now = ctx.now();
  const at = now.toISOString();
  const movementId = newId('move');

  const booked = await stockTx(ctx, { productIds: [productId] }, async (t) => {
    const [level, movement] = await Promise.all([t.need(StockLevels, productId), t.get(StockMovements, movementId)]);
    const counters = await readCounters(t, level);
    const total = totalOf(counters);
    // Firestore may repeat an applied commit. This callback then finds its own move.
    if (movement) return { totals: { ...total, available: availableOf(total) }, isSharded: counters.length > 1 };
    const onHand = total.onHand + delta;
    if (onHand < total.held)
      throw conflict('The units on hand must not be fewer than the units held', {
        code: 'BelowHeld',
        details: { onHand: String(total.onHand), held: String(total.held) },
      });
    const shard = bookIn(t, counters, delta, at);
    writeMovement(t, movementId, {
      productId,
      shard,
      delta,
      kind,
      refId: null,
      actorId: ctx.user?.id ?? null,
      reason,
      at,
    });
    const available = availableOf({ onHand, held: total.held });
    noticeStock(t, ctx.env, { productId, before: availableOf(total), after: available, now });
    return { totals: { onHand, held: total.held, available }, isSharded: counters.length > 1 };
  });
  if (booked.isSharded) await levelShards(ctx, productId);
  return booked.totals;
}

/**
 * Changes `onHand` of one counter, after other counters have transferred the units that it lacks. Returns the number of
 * that counter.
 */
function bookIn(t: Writer, counters: readonly StockCounter[], delta: number, at: string): number {
  const target = fullestOf(counters);
  if (!target) return LEVEL_COUNTER;
  const moved = gather(
    new Map(counters.map((counter) => [counter.shard, availableOf(counter)])),
    target.shard,
    Math.max(0, -delta),
  );
  const came = moved.get(target.shard) ?? 0;
  changeCounters(
    t,
    counters
      .filter((counter) => counter !== target)
      .map((counter) => ({ counter, moved: moved.get(counter.shard) ?? 0, held: 0 })),
    at,
  );
  if (came !== 0) writeTransfer(t, target, came, at);
  updateCounter(t, target, { onHand: target.onHand + came + delta, updatedAt: at });
  return target.shard;
}
