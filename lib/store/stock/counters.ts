import { hashOf } from '#lib/core/ids.ts';
import type { Increment } from '#lib/data/patch.ts';
import type { Reader, Row, Writer } from '#lib/data/store.ts';
import { StockLevels, StockShards } from '#lib/store/collections.ts';
import type { StockHold, StockLevel, StockShard } from '#lib/store/schemas/stock.ts';
import { STOCK_SHARDS } from '#lib/store/values.ts';
import { writeMovement } from './movements.ts';

export type StockCounts = Pick<StockLevel, 'onHand' | 'held'>;

/**
 * A row that counts units of a product. Number 0 is the stock level itself, which every product has; 1 to 8 are the
 * shards of a hot product. A hold names its counter and never changes it. So releasing a hold never has to check whether
 * the product is sharded.
 */
export type StockCounter = StockCounts & {
  readonly productId: string;
  readonly shard: number;
  readonly version: string;
  /** Of the level alone: the number at which the vendor is notified. */
  readonly lowAt?: number | null;
};

/** The number of the stock level among a product's counters. */
export const LEVEL_COUNTER = 0;
export const shardNumbers: readonly number[] = Array.from({ length: STOCK_SHARDS }, (_, i) => i + 1);

/** Returns the lane of the transactions that change the stock of a product. */
export const laneOf = (productId: string): string => `${StockLevels.name}/${productId}`;

export const shardId = (productId: string, shard: number): string => hashOf(productId, String(shard));

/** Returns the number of units that any buyer can buy. */
export const availableOf = ({ onHand, held }: StockCounts): number => onHand - held;

export const isSharded = ({ shards }: Pick<StockLevel, 'shards'>): boolean => shards > 1;

export const levelCounter = ({ id, version, data }: Row<StockLevel>): StockCounter => ({
  productId: id,
  shard: LEVEL_COUNTER,
  version,
  onHand: data.onHand,
  held: data.held,
  lowAt: data.lowAt,
});

/** Returns the given shards of a product that exist. */
export async function readShards(
  reader: Reader,
  productId: string,
  shards: readonly number[],
): Promise<StockCounter[]> {
  const rows = await reader.getMany(
    StockShards,
    shards.map((shard) => shardId(productId, shard)),
  );
  return rows.flatMap((row) => {
    if (!row) return [];
    const { n: shard, onHand, held } = row.data;
    return [{ productId, shard, version: row.version, onHand, held }];
  });
}

/** Returns every counter of a product; only its level when the product is not sharded. */
export const readCounters = async (reader: Reader, level: Row<StockLevel>): Promise<readonly StockCounter[]> =>
  isSharded(level.data)
    ? [levelCounter(level), ...(await readShards(reader, level.id, shardNumbers))]
    : [levelCounter(level)];

/** Returns the sums over the counters of a product. */
export const totalOf = (counters: readonly StockCounts[]): StockCounts => ({
  onHand: counters.reduce((sum, { onHand }) => sum + onHand, 0),
  held: counters.reduce((sum, { held }) => sum + held, 0),
});

/** Returns the counter with the most free units. */
export const fullestOf = (counters: readonly StockCounter[]): StockCounter | undefined =>
  counters.toSorted((a, b) => availableOf(b) - availableOf(a) || a.shard - b.shard)[0];

/** Returns the units of these holds per counter. */
export function unitsPerCounter(
  holds: readonly Pick<Row<StockHold>, 'data'>[],
): readonly { readonly counter: Pick<StockCounter, 'productId' | 'shard'>; readonly qty: number }[] {
  const units = new Map<string, { counter: Pick<StockCounter, 'productId' | 'shard'>; qty: number }>();
  for (const { data } of holds) {
    const key = `${data.productId}/${data.shard}`;
    units.set(key, { counter: data, qty: (units.get(key)?.qty ?? 0) + data.qty });
  }
  return [...units.values()];
}

export type CounterPatch = {
  readonly onHand?: number | Increment;
  readonly held?: number | Increment;
  readonly updatedAt: string;
};

/** Updates one counter; a patch with `inc` needs no read. */
export function updateCounter(
  t: Writer,
  { productId, shard }: Pick<StockCounter, 'productId' | 'shard'>,
  patch: CounterPatch,
): void {
  if (shard === LEVEL_COUNTER) t.update<StockLevel>(StockLevels, productId, patch);
  else t.update<StockShard>(StockShards, shardId(productId, shard), patch);
}

/** The change that a transaction makes to a counter that it has read. */
export type CounterChange = {
  readonly counter: StockCounter;
  /** Units moved here from other counters of the product; negative when units leave. */
  readonly moved: number;
  /** The increase of `held`. */
  readonly held: number;
};

/** Updates counters that were read, and writes a move for each counter that gains or loses units. */
export function changeCounters(t: Writer, changes: readonly CounterChange[], at: string): void {
  for (const { counter, moved, held } of changes) {
    if (moved !== 0 || held !== 0)
      updateCounter(t, counter, {
        ...(moved !== 0 && { onHand: counter.onHand + moved }),
        ...(held !== 0 && { held: counter.held + held }),
        updatedAt: at,
      });
    if (moved !== 0) writeTransfer(t, counter, moved, at);
  }
}

/**
 * Writes the move that explains units transferred between counters of a product. The transfers of one change add up to
 * 0.
 */
export const writeTransfer = (
  t: Writer,
  { productId, shard, version }: StockCounter,
  delta: number,
  at: string,
): void =>
  // A counter has each version only once, so the version identifies the change.
  writeMovement(t, hashOf('transfer', productId, String(shard), version), {
    productId,
    shard,
    delta,
    kind: 'transfer',
    refId: null,
    actorId: null,
    reason: null,
    at,
  });

/**
 * Returns the units to move so that `target` has `need` free units. It takes them from the fullest counters, and from
 * as few as possible.
 */
export function gather(free: ReadonlyMap<number, number>, target: number, need: number): ReadonlyMap<number, number> {
  const moved = new Map<number, number>();
  let lacking = need - (free.get(target) ?? 0);
  for (const [shard, units] of [...free].filter(([n]) => n !== target).sort((a, b) => b[1] - a[1])) {
    const given = Math.min(units, lacking);
    if (given <= 0) break;
    moved.set(shard, -given);
    moved.set(target, (moved.get(target) ?? 0) + given);
    lacking -= given;
  }
  return moved;
}
