import { hashOf } from '#lib/core/ids.ts';
import type { Reader, Row } from '#lib/data/store.ts';
import type { StockLevel } from '#lib/store/schemas/stock.ts';
import { STOCK_SHARDS } from '#lib/store/values.ts';
import {
  availableOf,
  fullestOf,
  isSharded,
  LEVEL_COUNTER,
  levelCounter,
  readShards,
  type StockCounter,
  shardNumbers,
} from './counters.ts';
import type { FindExpired } from './find-expired-holds.ts';

/** The number of further shards tried after the hashed shard, before units are gathered from all shards. */
const NEAR_SHARDS = 3;

/**
 * Returns the shard that a shopper tries first: always the same shard, and different shoppers spread over the shards.
 */
export const shardFor = (who: string, productId: string): number =>
  (Buffer.from(hashOf(who, productId), 'base64url').readUInt8(0) % STOCK_SHARDS) + 1;

/** How much of sharded stock a transaction reads, in ascending order. */
export const shardScopes = ['own', 'near', 'all'] as const;
export type ShardScope = (typeof shardScopes)[number];

/** The stock that one transaction may read: some shards, and the expired holds that were queried before. */
export type StockSearch = { readonly scope: ShardScope; readonly expired: FindExpired };

/** The result of a search that found too few units and left shards or expired holds unread. */
export type LookFurther = { readonly kind: 'look-further' };

export const isLookFurther = (result: unknown): result is LookFurther =>
  typeof result === 'object' && result !== null && 'kind' in result && result.kind === 'look-further';

/** Returns the shards that a shopper tries within a scope, the first to try first. */
export function shardsWithin(scope: ShardScope, who: string, productId: string): readonly number[] {
  const first = shardFor(who, productId);
  switch (scope) {
    case 'own':
      return [first];
    case 'near':
      return Array.from({ length: 1 + NEAR_SHARDS }, (_, i) => ((first - 1 + i) % STOCK_SHARDS) + 1);
    case 'all':
      return shardNumbers;
  }
}

type UnitRequest = {
  readonly more: number;
  readonly who: string;
  /** The counter of the hold that the units will join. */
  readonly pinned: number | undefined;
  /** The shards to read; all of them by default. */
  readonly scope: ShardScope | undefined;
};
type Tried = { readonly counters: readonly StockCounter[]; readonly target: number; readonly isAll: boolean };

/**
 * Returns the counters of a product from which units may come, and the counter that will count them. Without shards
 * that is the level. Otherwise it is the first shard with enough units. If none of four shards has enough, all shards
 * are read. So a buyer sees "sold out" only after every shard was read in one transaction.
 */
export async function countersToTry(
  t: Reader,
  level: Row<StockLevel>,
  { more, who, pinned, scope }: UnitRequest,
): Promise<Tried> {
  const counters: StockCounter[] = [levelCounter(level)];
  if (!isSharded(level.data)) return { counters, target: LEVEL_COUNTER, isAll: true };

  for (const tried of ['own', 'near'] as const) {
    const within = pinned === undefined ? shardsWithin(tried, who, level.id) : [pinned];
    counters.push(...(await readMore(t, level.id, counters, within)));
    const enough = fullestOf(
      counters.filter((counter) => within.includes(counter.shard) && availableOf(counter) >= more),
    );
    if (enough) return { counters: [enough], target: enough.shard, isAll: false };
    if (scope === tried) return { counters, target: LEVEL_COUNTER, isAll: false };
  }
  counters.push(...(await readMore(t, level.id, counters, shardNumbers)));
  return { counters, target: pinned ?? fullestOf(counters)?.shard ?? LEVEL_COUNTER, isAll: true };
}

async function readMore(
  t: Reader,
  productId: string,
  read: readonly StockCounter[],
  shards: readonly number[],
): Promise<StockCounter[]> {
  const unread = shards.filter((n) => n !== LEVEL_COUNTER && !read.some(({ shard }) => shard === n));
  return unread.length > 0 ? readShards(t, productId, unread) : [];
}
