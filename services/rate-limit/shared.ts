import type { RateLimiter, Spent } from '#lib/context/ports/limits.ts';
import type { Log } from '#lib/context/ports/log.ts';
import { hashOf } from '#lib/core/ids.ts';
import { after } from '#lib/core/time.ts';
import { type PermitBlock, RateLimits } from '#lib/data/rate-limit-permits.ts';
import type { Store } from '#lib/data/store.ts';
import { openMemoryLimiter } from './memory.ts';

/** A block holds at most LARGEST_BLOCK permits, and at most one tenth of the limit (1 / BLOCK_SHARE). */
const LARGEST_BLOCK = 10;
const BLOCK_SHARE = 10;
/**
 * A block is used within one sixth of the window (1 / LIFE_SHARE) or lost. That is short enough that a slow caller
 * never runs out of permits because of it.
 */
const LIFE_SHARE = 6;
const MOST_KEYS = 50_000;

type Limit = { readonly key: string; readonly most: number; readonly windowMs: number; readonly lifeMs: number };
/** What this process knows of a key, with the time span of its validity: permits to use, or that none are left. */
type Held = {
  permits: number;
  readonly state: 'granted' | 'spent';
  /** The permits that other processes may still take. */
  readonly room: number;
  readonly from: number;
  readonly until: number;
  /** The time when the oldest block leaves the window. */
  readonly frees: number;
};
type World = { readonly data: Store; readonly now: () => Date; readonly log: Log };

/**
 * Opens a limiter that counts over several processes. Each process takes permits in blocks, with one transaction for
 * about ten calls. All processes together never allow more than `limit` calls in any span of `windowSeconds`. While the
 * store is down each process counts alone.
 */
export function openSharedLimiter(world: World): RateLimiter {
  const { now, log } = world;
  const alone = openMemoryLimiter(now);
  const held = new Map<string, Held>();
  const taking = new Map<string, Promise<Held>>();

  async function take(limit: Limit): Promise<Held> {
    const block = await takeBlock(world, limit).finally(() => taking.delete(limit.key));
    held.delete(limit.key);
    held.set(limit.key, block);
    for (const [key] of held) if (held.size > MOST_KEYS) held.delete(key);
    return block;
  }

  async function spendShared(limit: Limit): Promise<Spent> {
    for (;;) {
      const own = held.get(limit.key);
      if (own && isUsable(own, now().getTime())) return spendOf(own, limit, now().getTime());
      const pending = taking.get(limit.key);
      if (!pending) {
        const begun = take(limit);
        taking.set(limit.key, begun);
        return spendOf(await begun, limit, now().getTime());
      }
      // One transaction at a time per key: a call that arrives meanwhile uses the block of that transaction.
      await pending;
    }
  }

  return {
    spend: async (key, limit, windowSeconds) => {
      try {
        return await spendShared(limitOf(key, limit, windowSeconds));
      } catch (error) {
        log('error', 'rate-limit.store_failed', { error });
        return alone.spend(key, limit, windowSeconds);
      }
    },
  };
}

const blockSize = (most: number): number => Math.max(1, Math.min(LARGEST_BLOCK, Math.floor(most / BLOCK_SHARE)));

function limitOf(key: string, most: number, windowSeconds: number): Limit {
  const windowMs = windowSeconds * 1_000;
  // A single permit is used by the call that took it.
  const lifeMs = blockSize(most) > 1 ? Math.floor(windowMs / LIFE_SHARE) : 0;
  return { key: hashOf(key, String(windowSeconds)), most, windowMs, lifeMs };
}

/**
 * Returns true while this knowledge is valid: unused permits for the life of their block, an empty state until a permit
 * becomes free.
 */
const isUsable = ({ permits, state, from, until }: Held, at: number): boolean =>
  from <= at && at < until && (permits > 0 || state === 'spent');

function spendOf(own: Held, { most }: Limit, at: number): Spent {
  const allowed = own.permits > 0;
  if (allowed) own.permits -= 1;
  return {
    allowed,
    limit: most,
    remaining: own.room + own.permits,
    resetSeconds: Math.max(1, Math.ceil((own.frees - at) / 1_000)),
  };
}

/**
 * Takes a block of the permits that remain. All blocks that processes may still use, or have used within the window,
 * count against the limit.
 */
function takeBlock({ data, now }: World, { key, most, windowMs, lifeMs }: Limit): Promise<Held> {
  const from = now();
  const at = from.getTime();
  const leavesAt = (block: PermitBlock) => Date.parse(block.at) + lifeMs + windowMs;

  return data.tx<Held>(
    async (t) => {
      const blocks = ((await t.get(RateLimits, key))?.data.blocks ?? [])
        .map((block) => notAhead(block, from))
        .filter((block) => leavesAt(block) > at);
      const room = Math.max(0, most - blocks.reduce((sum, { count }) => sum + count, 0));
      const count = Math.min(blockSize(most), room);
      const taken = count > 0 ? [...blocks, { at: from.toISOString(), count }] : blocks;
      t.set(RateLimits, key, { blocks: taken, expiresAt: after(from, windowMs + lifeMs) });

      const frees = taken[0] ? leavesAt(taken[0]) : at + windowMs;
      return count > 0
        ? { permits: count, state: 'granted', room: room - count, from: at, until: at + lifeMs, frees }
        : { permits: 0, state: 'spent', room: 0, from: at, until: frees, frees };
    },
    { lane: `rate_limits/${key}` },
  );
}

/**
 * Returns a block with a time not in the future. A block from before the clock was set back counts from now, so that it
 * blocks a caller for at most one window.
 */
const notAhead = (block: PermitBlock, now: Date): PermitBlock =>
  Date.parse(block.at) > now.getTime() ? { ...block, at: now.toISOString() } : block;
