import { hashOf } from '#lib/core/ids.ts';
import type { Writer } from '#lib/data/store.ts';
import { StockLevels, StockMovements } from '#lib/store/collections.ts';
import type { StockLevel, StockMovement } from '#lib/store/schemas/stock.ts';
import { isLow } from './is-low.ts';

/** A movement as its writer passes it. Without a shard it belongs to the level itself. */
export type MovementDraft = Pick<StockMovement, 'productId' | 'delta' | 'kind' | 'at'> & Partial<StockMovement>;

/** Writes why `onHand` changes. The id identifies the cause, so that one cause never moves stock twice. */
export const writeMovement = (t: Writer, id: string, movement: MovementDraft): void =>
  t.create(StockMovements, id, { shard: 0, refId: null, actorId: null, reason: null, ...movement });

/** Returns the level of a product with these units, none of them held. */
export const newStockLevel = (onHand: number, at: string, lowAt: number | null = null): StockLevel => ({
  onHand,
  held: 0,
  shards: 1,
  lowAt,
  // Its vendor knows how many there are.
  lowNotifiedAt: isLow({ lowAt, available: onHand }) ? at : null,
  backNotice: null,
  createdAt: at,
  updatedAt: at,
});

type Initial = {
  readonly units: number;
  readonly lowAt?: number | null;
  readonly actorId?: string | null;
  readonly at: string;
};

/** Writes the first stock of a product, with the movement that explains it. */
export function writeInitialStock(
  write: Writer,
  productId: string,
  { units, lowAt = null, actorId = null, at }: Initial,
): void {
  write.create(StockLevels, productId, newStockLevel(units, at, lowAt));
  writeMovement(write, hashOf('initial', productId), { productId, delta: units, kind: 'initial', actorId, at });
}
