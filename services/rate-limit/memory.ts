import type { RateLimiter, Spent } from '#lib/context/ports/limits.ts';
import { SECOND_MS } from '#lib/core/time.ts';

/** The number of keys remembered. Beyond it the keys unused for longest are dropped, AT_ONCE at a time. */
const MOST_KEYS = 50_000;
const AT_ONCE = 500;

/** The times of the allowed calls, oldest first. */
type Calls = { moments: number[]; readonly windowMs: number };

/**
 * Opens a limiter that counts exactly, in this process: within any span of `windowSeconds` at most `limit` calls pass.
 * A clock that jumps back blocks a caller for at most one window; a clock that jumps ahead frees permits early.
 */
export function openMemoryLimiter(now: () => Date): RateLimiter {
  const kept = new Map<string, Calls>();
  let forgotAt = Number.NEGATIVE_INFINITY;
  return {
    spend: async (key, limit, windowSeconds) => {
      const at = now().getTime();
      const calls = kept.get(key) ?? { moments: [], windowMs: windowSeconds * 1_000 };
      calls.moments = stillCounted(calls, at);
      const allowed = calls.moments.length < limit;
      if (allowed) calls.moments.push(at);
      // The key is inserted again, so that the map's own order is the order of the last call.
      kept.delete(key);
      kept.set(key, calls);
      // Not at each call: the search for the first key passes the empty places of all keys that were inserted again.
      if (kept.size > MOST_KEYS || Math.abs(at - forgotAt) >= SECOND_MS) {
        forgotAt = at;
        forgetSilent(kept, at);
      }
      return spentOf(calls, limit, allowed, at);
    },
  };
}

/**
 * Returns the calls of the last window. A call in the future happened before the clock was set back, so it counts as
 * now.
 */
function stillCounted({ moments, windowMs }: Calls, at: number): number[] {
  const [oldest = at, newest = at] = [moments[0], moments.at(-1)];
  // Usually all calls still count, and the clock has advanced.
  if (oldest > at - windowMs && newest <= at) return moments;
  return moments.filter((moment) => moment > at - windowMs).map((moment) => Math.min(moment, at));
}

function spentOf({ moments, windowMs }: Calls, limit: number, allowed: boolean, at: number): Spent {
  const oldest = moments[0] ?? at;
  return {
    allowed,
    limit,
    remaining: Math.max(0, limit - moments.length),
    resetSeconds: Math.max(1, Math.ceil((oldest + windowMs - at) / 1_000)),
  };
}

/** Drops keys from the end unused for longest: expired keys, and keys beyond the maximum. */
function forgetSilent(kept: Map<string, Calls>, at: number): void {
  const most = kept.size > MOST_KEYS ? MOST_KEYS - AT_ONCE : MOST_KEYS;
  for (const [key, { moments, windowMs }] of kept) {
    const last = moments.at(-1) ?? 0;
    if (kept.size <= most && last > at - windowMs) return;
    kept.delete(key);
  }
}
