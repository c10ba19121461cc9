import type { Context } from '#lib/context/context.ts';
import { conflict, invalid } from '#lib/core/errors.ts';
import { newId } from '#lib/core/ids.ts';
import type { Tx, Writer } from '#lib/data/store.ts';
import { StockLevels, StockMovements } from '#lib/store/collections.ts';
import { MAX_UNITS } from '#lib/store/schemas/product.ts';
import type { MovementKind } from '#lib/store/values.ts';
import {
  availableOf,
  changeCounters,
  fullestOf,
  gather,
  LEVEL_COUNTER,
  readCounters,
  type StockCounter,
  type StockCounts,
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
  assertBookable(change);
  const move = { id: newId('move'), now: ctx.now() };
  const booked = await stockTx(ctx, { productIds: [productId] }, (t) => bookStock(t, ctx, productId, change, move));
  if (booked.isSharded) await levelShards(ctx, productId);
  return booked.totals;
}

/** Throws for a change that no stock could take. */
export function assertBookable({ delta, kind }: StockChange): void {
  if (!Number.isSafeInteger(delta) || delta === 0 || (delta < 0 && kind !== 'correction'))
    throw invalid('The body is not valid', { delta: `must be ${kind === 'correction' ? 'other' : 'greater'} than 0` });
}

export type BookedStock = {
  readonly totals: StockTotals;
  readonly isSharded: boolean;
  /** True when this transaction found its own move, because Firestore repeated an applied commit. */
  readonly isRepeated: boolean;
};

/** Does the same within the caller's transaction, under the id of its move. */
export async function bookStock(
  t: Tx,
  ctx: Context,
  productId: string,
  change: StockChange,
  { id, now }: { readonly id: string; readonly now: Date },
): Promise<BookedStock> {
  const { delta, kind, reason = null } = change;
  const [level, movement] = await Promise.all([t.need(StockLevels, productId), t.get(StockMovements, id)]);
  const counters = await readCounters(t, level);
  const isSharded = counters.length > 1;
  const total = totalOf(counters);
  if (movement) return { totals: { ...total, available: availableOf(total) }, isSharded, isRepeated: true };
  const onHand = total.onHand + delta;
  assertWithin(total, onHand);
  const at = now.toISOString();
  const shard = bookIn(t, counters, delta, at);
  writeMovement(t, id, { productId, shard, delta, kind, refId: null, actorId: ctx.user?.id ?? null, reason, at });
  const available = availableOf({ onHand, held: total.held });
  const { lowAt } = level.data;
  noticeStock(t, ctx.env, { productId, before: availableOf(total), after: available, lowAt, now });
  return { totals: { onHand, held: total.held, available }, isSharded, isRepeated: false };
}

function assertWithin({ onHand: before, held }: StockCounts, onHand: number): void {
  if (onHand < held)
    throw conflict('The units on hand must not be fewer than the units held', {
      code: 'BelowHeld',
      details: { onHand: String(before), held: String(held) },
    });
  if (onHand > MAX_UNITS) throw invalid('The body is not valid', { delta: `must leave at most ${MAX_UNITS} units` });
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
