import type { Context } from '#lib/context/context.ts';
import type { Cursor } from '#lib/data/query.ts';
import type { Tx } from '#lib/data/store.ts';
import { StockLevels } from '#lib/store/collections.ts';
import type { Swept } from '#lib/store/orders/expiry.ts';
import { shardedProducts } from '#lib/store/queries.ts';
import {
  availableOf,
  changeCounters,
  isSharded,
  LEVEL_COUNTER,
  laneOf,
  readCounters,
  type StockCounter,
} from './counters.ts';
import { mergeStock } from './split.ts';

const SLICE = 50;
/** The most moves between two shards in one run: enough to level eight shards and the level itself. */
const MOVES_AT_ONCE = 16;

/**
 * Spreads the free units of split products over their shards, and merges a product back to one row after a quiet day.
 * Handles one slice of the sharded products per call. Safe to run twice, and concurrently.
 */
export async function rebalanceStock(ctx: Context, after?: Cursor): Promise<Swept> {
  const page = await ctx.data.find(shardedProducts(SLICE, after));
  let done = 0;
  for (const { data } of page.rows) {
    const isChanged = (await mergeStock(ctx, data.productId)) || (await levelShards(ctx, data.productId)) > 0;
    if (isChanged) done += 1;
  }
  return { seen: page.rows.length, done, next: page.next };
}

/** Moves free units from the fullest to the emptiest shard until they are about even; returns the number of moves. */
export async function levelShards(ctx: Context, productId: string): Promise<number> {
  const at = ctx.now().toISOString();
  for (let moves = 0; moves < MOVES_AT_ONCE; moves++)
    if (!(await ctx.data.tx((t) => levelTwo(t, productId, at), { lane: laneOf(productId) }))) return moves;
  return MOVES_AT_ONCE;
}

async function levelTwo(t: Tx, productId: string, at: string): Promise<boolean> {
  const level = await t.get(StockLevels, productId);
  if (!level || !isSharded(level.data)) return false;
  const pair = unevenPair(await readCounters(t, level));
  if (!pair) return false;
  const { from, to, units } = pair;
  changeCounters(
    t,
    [
      { counter: from, moved: -units, held: 0 },
      { counter: to, moved: units, held: 0 },
    ],
    at,
  );
  return true;
}

/**
 * Returns the two counters between which a move helps most. All free units of the level go to the shards, because no
 * buyer tries the level first.
 */
export function unevenPair(
  counters: readonly StockCounter[],
): { readonly from: StockCounter; readonly to: StockCounter; readonly units: number } | null {
  const level = counters.find(({ shard }) => shard === LEVEL_COUNTER);
  const shards = counters
    .filter(({ shard }) => shard !== LEVEL_COUNTER)
    .toSorted((a, b) => availableOf(b) - availableOf(a) || a.shard - b.shard);
  const [fullest, emptiest] = [shards[0], shards.at(-1)];
  if (!fullest || !emptiest) return null;
  if (level && availableOf(level) > 0) return { from: level, to: emptiest, units: availableOf(level) };
  const units = Math.floor((availableOf(fullest) - availableOf(emptiest)) / 2);
  return units > 0 ? { from: fullest, to: emptiest, units } : null;
}
