import type { Writer } from '#lib/data/store.ts';
import { StockMoves } from '#lib/store/collections.ts';
import type { StockMove } from '#lib/store/schemas/stock.ts';

/** A move as its writer names it; where no shard is named it is one of the level itself. */
export type MoveDraft = Omit<StockMove, 'shard'> & { readonly shard?: number };

/** Writes why `onHand` changes. The id says what it is about, so that nothing moves stock twice. */
export const writeMove = (t: Writer, id: string, move: MoveDraft): void =>
  t.create(StockMoves, id, { shard: 0, ...move });
