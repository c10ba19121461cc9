import type { Context } from '#lib/context/context.ts';
import { conflict, invalid } from '#lib/core/errors.ts';
import { newId } from '#lib/core/ids.ts';
import type { Writer } from '#lib/data/store.ts';
import { StockLevels, StockMoves } from '#lib/store/collections.ts';
import type { MoveKind } from '#lib/store/values.ts';
import {
  availableOf,
  type Bin,
  changeBins,
  fullestOf,
  gather,
  LEVEL_BIN,
  readBins,
  totalOf,
  updateBin,
  writeTransfer,
} from './bins.ts';
import { writeMove } from './moves.ts';
import { noticeStock } from './notice.ts';
import { levelShards } from './rebalance.ts';
import { stockTx } from './stock-tx.ts';

/** The changes that a person may book; `initial` and `compact` belong to the shop itself. */
export type StockChange = {
  /** The number of units added; negative when units turned out to be missing. */
  readonly delta: number;
  readonly kind: Extract<MoveKind, 'restock' | 'correction' | 'return'>;
  readonly reason?: string;
};
export type StockFigures = { readonly onHand: number; readonly held: number; readonly available: number };

/**
 * Changes `onHand` together with the move that explains the change. Only a correction may remove units, and never below
 * `held`, because held units are promised.
 */
export async function changeStock(ctx: Context, productId: string, change: StockChange): Promise<StockFigures> {
  const { delta, kind, reason = null } = change;
  if (!Number.isSafeInteger(delta) || delta === 0 || (delta < 0 && kind !== 'correction'))
    throw invalid('The body is not valid', { delta: `must be ${kind === 'correction' ? 'other' : 'greater'} than 0` });
  const now = ctx.now();
  const at = now.toISOString();
  const moveId = newId('move');

  const booked = await stockTx(ctx, { productIds: [productId] }, async (t) => {
    const [level, move] = await Promise.all([t.need(StockLevels, productId), t.get(StockMoves, moveId)]);
    const bins = await readBins(t, level);
    const total = totalOf(bins);
    // Firestore may repeat an applied commit. This callback then finds its own move.
    if (move) return { figures: { ...total, available: availableOf(total) }, isSharded: bins.length > 1 };
    const onHand = total.onHand + delta;
    if (onHand < total.held)
      throw conflict('The units on hand must not be fewer than the units held', {
        code: 'BelowHeld',
        details: { onHand: String(total.onHand), held: String(total.held) },
      });
    const shard = bookIn(t, bins, delta, at);
    writeMove(t, moveId, { productId, shard, delta, kind, refId: null, actorId: ctx.user?.id ?? null, reason, at });
    const available = availableOf({ onHand, held: total.held });
    noticeStock(t, ctx.env, { productId, before: availableOf(total), after: available, now });
    return { figures: { onHand, held: total.held, available }, isSharded: bins.length > 1 };
  });
  if (booked.isSharded) await levelShards(ctx, productId);
  return booked.figures;
}

/**
 * Changes `onHand` of one bin, after other bins have transferred the units that it lacks. Returns the number of that
 * bin.
 */
function bookIn(t: Writer, bins: readonly Bin[], delta: number, at: string): number {
  const target = fullestOf(bins);
  if (!target) return LEVEL_BIN;
  const moved = gather(new Map(bins.map((bin) => [bin.shard, availableOf(bin)])), target.shard, Math.max(0, -delta));
  const came = moved.get(target.shard) ?? 0;
  changeBins(
    t,
    bins.filter((bin) => bin !== target).map((bin) => ({ bin, moved: moved.get(bin.shard) ?? 0, held: 0 })),
    at,
  );
  if (came !== 0) writeTransfer(t, target, came, at);
  updateBin(t, target, { onHand: target.onHand + came + delta, updatedAt: at });
  return target.shard;
}
