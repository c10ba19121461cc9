import type { Writer } from '#lib/data/store.ts';
import { StockMovements } from '#lib/store/collections.ts';
import type { StockMovement } from '#lib/store/schemas/stock.ts';

/** A movement as its writer passes it. Without a shard it belongs to the level itself. */
export type MovementDraft = Omit<StockMovement, 'shard'> & { readonly shard?: number };

/** Writes why `onHand` changes. The id identifies the cause, so that one cause never moves stock twice. */
export const writeMovement = (t: Writer, id: string, movement: MovementDraft): void =>
  t.create(StockMovements, id, { shard: 0, ...movement });
