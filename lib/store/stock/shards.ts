import { hashOf } from '#lib/core/ids.ts';
import type { Reader, Row } from '#lib/data/store.ts';
import type { StockLevel } from '#lib/store/schemas/stock.ts';
import { STOCK_SHARDS } from '#lib/store/values.ts';
import { availableOf, type Bin, fullestOf, isSharded, LEVEL_BIN, levelBin, readShards, shardNumbers } from './bins.ts';
import type { FindExpired } from './give-way.ts';

/** The number of further shards tried after the hashed shard, before all shards are gathered. */
const OTHERS = 3;

/**
 * Returns the shard that a shopper tries first: always the same shard, and different shoppers spread over the shards.
 */
export const shardFor = (who: string, productId: string): number =>
  (Buffer.from(hashOf(who, productId), 'base64url').readUInt8(0) % STOCK_SHARDS) + 1;

/** How far a transaction looks into sharded stock, in ascending order. */
export const reaches = ['own', 'near', 'all'] as const;
export type Reach = (typeof reaches)[number];

/**
 * A look with a limited reach. `isCut` says that more shards or holds were left to read; the caller then looks again.
 */
export type Look = { readonly reach: Reach; isCut: boolean; readonly expired: FindExpired };

/** Returns the shards within a shopper's reach, the first to try first. */
export function shardsWithin(reach: Reach, who: string, productId: string): readonly number[] {
  const first = shardFor(who, productId);
  switch (reach) {
    case 'own':
      return [first];
    case 'near':
      return Array.from({ length: 1 + OTHERS }, (_, i) => ((first - 1 + i) % STOCK_SHARDS) + 1);
    case 'all':
      return shardNumbers;
  }
}

type Asked = {
  readonly more: number;
  readonly who: string;
  /** The bin of the hold that the units will join. */
  readonly pinned: number | undefined;
  readonly look: Look | undefined;
};
type Tried = { readonly bins: readonly Bin[]; readonly target: number; readonly isAll: boolean };

/**
 * Returns the bins of a product from which units may come, and the bin that will count them. Without shards that is the
 * level. Otherwise it is the first shard with enough units. If none of four shards has enough, all shards are read. So
 * a buyer sees "sold out" only after every shard was read in one transaction.
 */
export async function binsToTry(t: Reader, level: Row<StockLevel>, { more, who, pinned, look }: Asked): Promise<Tried> {
  const bins: Bin[] = [levelBin(level)];
  if (!isSharded(level.data)) return { bins, target: LEVEL_BIN, isAll: true };

  for (const reach of ['own', 'near'] as const) {
    const within = pinned === undefined ? shardsWithin(reach, who, level.id) : [pinned];
    bins.push(...(await readMore(t, level.id, bins, within)));
    const enough = fullestOf(bins.filter((bin) => within.includes(bin.shard) && availableOf(bin) >= more));
    if (enough) return { bins: [enough], target: enough.shard, isAll: false };
    if (look?.reach === reach) return { bins, target: LEVEL_BIN, isAll: false };
  }
  bins.push(...(await readMore(t, level.id, bins, shardNumbers)));
  return { bins, target: pinned ?? fullestOf(bins)?.shard ?? LEVEL_BIN, isAll: true };
}

async function readMore(t: Reader, productId: string, read: readonly Bin[], shards: readonly number[]): Promise<Bin[]> {
  const unread = shards.filter((n) => n !== LEVEL_BIN && !read.some(({ shard }) => shard === n));
  return unread.length > 0 ? readShards(t, productId, unread) : [];
}
