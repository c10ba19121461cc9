import type { Writer } from '#lib/data/store.ts';
import { StockMoves } from '#lib/store/collections.ts';
import type { StockMove } from '#lib/store/schemas/stock.ts';

/** A move as its writer passes it. Without a shard it belongs to the level itself. */
export type MoveDraft = Omit<StockMove, 'shard'> & { readonly shard?: number };

/** Writes why `onHand` changes. The id identifies the cause, so that one cause never moves stock twice. */
export const writeMove = (t: Writer, id: string, move: MoveDraft): void =>
  t.create(StockMoves, id, { shard: 0, ...move });
