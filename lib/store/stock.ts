import type { Context } from '#lib/core/context.ts';
import { conflict, invalid } from '#lib/core/errors.ts';
import { newId } from '#lib/core/ids.ts';
import type { Writer } from '#lib/data/store.ts';
import { StockLevels, StockMoves } from './collections.ts';
import type { StockMove } from './schemas/stock.ts';
import { noticeStock } from './stock-notice.ts';
import { availableOf, laneOf } from './stock-room.ts';
import type { MoveKind } from './values.ts';

/** What a person may book; `initial` and `compact` are the shop's own. */
export type StockChange = {
  /** Units that came, or that turned out to be missing when below 0. */
  readonly delta: number;
  readonly kind: Extract<MoveKind, 'restock' | 'correction' | 'return'>;
  readonly reason?: string;
};
export type StockFigures = { readonly onHand: number; readonly held: number; readonly available: number };

/**
 * Changes what is on hand together with the move that explains it. Only a correction may take units away, and never
 * below what is held: those are promised.
 */
export async function changeStock(ctx: Context, productId: string, change: StockChange): Promise<StockFigures> {
  const { delta, kind, reason = null } = change;
  if (!Number.isSafeInteger(delta) || delta === 0 || (delta < 0 && kind !== 'correction'))
    throw invalid('The body is not valid', { delta: `must be ${kind === 'correction' ? 'other than' : 'above'} 0` });
  const now = ctx.now();
  const at = now.toISOString();
  const moveId = newId('move');

  return ctx.data.tx(
    async (t) => {
      const { data: level } = await t.need(StockLevels, productId);
      const onHand = level.onHand + delta;
      if (onHand < level.held)
        throw conflict('There would be less on hand than is held', {
          code: 'BelowHeld',
          details: { onHand: String(level.onHand), held: String(level.held) },
        });
      t.update(StockLevels, productId, { onHand, updatedAt: at });
      writeMove(t, moveId, { productId, delta, kind, refId: null, actorId: ctx.user?.id ?? null, reason, at });
      const available = availableOf({ onHand, held: level.held });
      noticeStock(t, ctx.env, { productId, before: availableOf(level), after: available, now });
      return { onHand, held: level.held, available };
    },
    { lane: laneOf(productId) },
  );
}

/** Writes why `onHand` changes. The id says what it is about, so that nothing moves stock twice. */
export const writeMove = (t: Writer, id: string, move: Omit<StockMove, 'shard'>): void =>
  t.create(StockMoves, id, { shard: 0, ...move });
