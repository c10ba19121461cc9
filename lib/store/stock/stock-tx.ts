import type { Context } from '#lib/context/context.ts';
import type { StockHeat, StockRun } from '#lib/context/ports/stock-heat.ts';
import { codeOf } from '#lib/core/errors.ts';
import { SECOND_MS } from '#lib/core/time.ts';
import type { Tx } from '#lib/data/store.ts';
import { StockLevels, StockShards } from '#lib/store/collections.ts';
import { isSharded, laneOf, shardId } from './counters.ts';
import { openQueriedExpired } from './find-expired-holds.ts';
import {
  isLookFurther,
  type LookFurther,
  type ShardScope,
  type StockSearch,
  shardScopes,
  shardsWithin,
} from './shards.ts';
import { promiseSplit } from './topics.ts';

/** How long a process caches whether a product is sharded. A wrong lane costs only a wait or a retry. */
const KNOWN_MS = 10 * SECOND_MS;

/** The stock that a transaction changes. Without `who` the transaction is about the product as a whole. */
export type StockTarget = {
  readonly productIds: readonly string[];
  readonly who?: string;
  readonly lanes?: readonly string[];
};

type Work<R> = (t: Tx, search: StockSearch) => Promise<R | LookFurther>;

/** Aborts a transaction whose search left something unread. */
class SearchTooNarrow extends Error {}

/**
 * Runs a transaction over the stock of these products in their lanes. When the store uses shards, it counts the runs
 * and promises a split of a product that has become too hot. For a split product it first takes the lane of a single
 * shard. When `work` returns `look-further`, the transaction is aborted. `work` then runs again with the expired holds
 * that it missed, or with more shards and their lanes.
 */
export async function stockTx<R>(ctx: Context, target: StockTarget, work: Work<R>): Promise<R> {
  const { productIds, who, lanes = [] } = target;
  const split = who === undefined ? new Set<string>() : await knownSharded(ctx, productIds);
  const expired = openQueriedExpired(ctx.data, ctx.now());

  for (const scope of who === undefined || split.size === 0 ? (['all'] as const) : shardScopes) {
    const ofStock = productIds.flatMap((id) => (split.has(id) ? lanesWithin(scope, who ?? '', id) : [laneOf(id)]));
    const run = async (t: Tx): Promise<R> => {
      const result = await work(t, { scope, expired: expired.within(t) });
      if (isLookFurther(result)) throw new SearchTooNarrow();
      return result;
    };
    do {
      try {
        return await countedTx(ctx, productIds, [...lanes, ...ofStock], run);
      } catch (error) {
        if (!(error instanceof SearchTooNarrow)) throw error;
      }
    } while (await expired.queryMissing());
  }
  throw new Error('the stock could not be read completely');
}

async function countedTx<R>(
  ctx: Context,
  productIds: readonly string[],
  lane: readonly string[],
  work: (t: Tx) => Promise<R>,
): Promise<R> {
  const { heat } = ctx;
  if (heat === null) return ctx.data.tx(work, { lane });
  let runs = 0;
  const counted = (t: Tx) => {
    runs += 1;
    return work(t);
  };
  try {
    const result = await ctx.data.tx(counted, { lane });
    await noteRun(ctx, heat, productIds, { runs, aborted: runs - 1, wrote: true });
    return result;
  } catch (error) {
    // A rejected request ended its last run itself, so that run is not a conflict.
    const aborted = codeOf(error) === 'CONTENTION' ? runs : Math.max(0, runs - 1);
    await noteRun(ctx, heat, productIds, { runs, aborted, wrote: false });
    throw error;
  }
}

/**
 * A transaction over all shards takes the lane of the whole product, so it waits for other such transactions, and they
 * wait for it.
 */
const lanesWithin = (scope: ShardScope, who: string, productId: string): readonly string[] => [
  ...(scope === 'all' ? [laneOf(productId)] : []),
  ...shardsWithin(scope, who, productId).map((shard) => `${StockShards.name}/${shardId(productId, shard)}`),
];

async function knownSharded(ctx: Context, productIds: readonly string[]): Promise<ReadonlySet<string>> {
  const warm = productIds.filter((id) => ctx.heat?.isWarm(id));
  const known = await Promise.all(warm.map((id) => isKnownSharded(ctx, id)));
  return new Set(warm.filter((_, i) => known[i]));
}

const isKnownSharded = (ctx: Context, productId: string): Promise<boolean> =>
  ctx.memo.get(`stock-shards:${productId}`, KNOWN_MS, async () => {
    const level = await ctx.data.get(StockLevels, productId);
    return level !== undefined && isSharded(level.data);
  });

async function noteRun(ctx: Context, heat: StockHeat, productIds: readonly string[], run: StockRun): Promise<void> {
  const hot = productIds.filter((productId) => heat.note(productId, run));
  if (hot.length === 0) return;
  try {
    await ctx.data.batch((write) => {
      for (const productId of hot) promiseSplit(write, productId, ctx.now());
    });
  } catch (error) {
    // The caller's own work has already succeeded or failed. The next busy minute promises the split again.
    ctx.log('warn', 'stock.split_not_promised', { error });
  }
}
