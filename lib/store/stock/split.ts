import type { Context } from '#lib/context/context.ts';
import { before, DAY_MS } from '#lib/core/time.ts';
import type { Tx } from '#lib/data/store.ts';
import { StockHolds, StockLevels, StockShards } from '#lib/store/collections.ts';
import { holdsInState } from '#lib/store/queries.ts';
import { heldStates, STOCK_SHARDS } from '#lib/store/values.ts';
import {
  availableOf,
  isSharded,
  LEVEL_COUNTER,
  laneOf,
  levelCounter,
  readCounters,
  shardId,
  shardNumbers,
  totalOf,
  writeTransfer,
} from './counters.ts';

/**
 * The minimum of free units for a split. With fewer, gathering them from eight shards costs more than waiting for one
 * row.
 */
const WORTH_SPLITTING = 8 * STOCK_SHARDS;

/** The most holds of one state that a merge moves. A product with more holds is not quiet. */
const HOLDS_MERGED = 100;

/** Splits the stock of a hot product unless it is about to sell out. Returns true when it was split. */
export async function splitHotStock(ctx: Context, productId: string): Promise<boolean> {
  const level = await ctx.data.get(StockLevels, productId);
  if (!level || availableOf(level.data) < WORTH_SPLITTING) return false;
  return splitStock(ctx, productId);
}

/**
 * Splits the stock of a product into eight shards in one transaction, and spreads the free units over them. Units of
 * earlier holds stay in the level until those holds end. Returns false when the product is split already.
 */
export async function splitStock(ctx: Context, productId: string): Promise<boolean> {
  const at = ctx.now().toISOString();
  const isSplit = await ctx.data.tx((t) => splitOnce(t, productId, at), { lane: laneOf(productId) });
  ctx.memo.forget(`stock-shards:${productId}`);
  if (isSplit) ctx.log('info', 'stock.split', { productId });
  return isSplit;
}

async function splitOnce(t: Tx, productId: string, at: string): Promise<boolean> {
  const level = await t.get(StockLevels, productId);
  if (!level || isSharded(level.data)) return false;
  const free = availableOf(level.data);
  for (const n of shardNumbers) {
    const onHand = Math.floor(free / STOCK_SHARDS) + (n <= free % STOCK_SHARDS ? 1 : 0);
    t.create(StockShards, shardId(productId, n), { productId, n, onHand, held: 0, createdAt: at, updatedAt: at });
    // The move takes its id from the version of the level, because the shard has no version yet.
    if (onHand > 0) writeTransfer(t, { ...levelCounter(level), shard: n }, onHand, at);
  }
  if (free > 0) writeTransfer(t, levelCounter(level), -free, at);
  t.update(StockLevels, productId, { shards: STOCK_SHARDS, onHand: level.data.held, updatedAt: at });
  return true;
}

/**
 * Merges the shards of a product back into its level, with the holds that they count, in one transaction. It does so
 * only after a day without a change of any shard, and otherwise returns false.
 */
export async function mergeStock(ctx: Context, productId: string): Promise<boolean> {
  const now = ctx.now();
  const isMerged = await ctx.data.tx((t) => mergeOnce(t, productId, now), { lane: laneOf(productId), mayQuery: true });
  ctx.memo.forget(`stock-shards:${productId}`);
  if (isMerged) ctx.log('info', 'stock.merged', { productId });
  return isMerged;
}

async function mergeOnce(t: Tx, productId: string, now: Date): Promise<boolean> {
  const at = now.toISOString();
  const level = await t.get(StockLevels, productId);
  if (!level || !isSharded(level.data)) return false;
  const rows = await t.getMany(
    StockShards,
    shardNumbers.map((n) => shardId(productId, n)),
  );
  if (rows.some((row) => row && row.data.updatedAt > before(now, DAY_MS))) return false;
  const live = await Promise.all(heldStates.map((state) => t.find(holdsInState(productId, state, HOLDS_MERGED))));
  if (live.some(({ next }) => next !== null)) return false;

  const counters = await readCounters(t, level);
  const shards = counters.filter(({ shard }) => shard !== LEVEL_COUNTER);
  for (const { id, data } of live.flatMap((page) => page.rows))
    if (data.shard !== LEVEL_COUNTER) t.update(StockHolds, id, { shard: LEVEL_COUNTER, updatedAt: at });
  for (const counter of shards) {
    if (counter.onHand > 0) writeTransfer(t, counter, -counter.onHand, at);
    t.delete(StockShards, shardId(productId, counter.shard));
  }
  const { onHand } = totalOf(shards);
  if (onHand > 0) writeTransfer(t, levelCounter(level), onHand, at);
  t.update(StockLevels, productId, { ...totalOf(counters), shards: 1, updatedAt: at });
  return true;
}
