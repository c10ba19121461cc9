import type { RateLimiter, Spent } from '#lib/context/ports/limits.ts';
import { SECOND_MS } from '#lib/core/time.ts';

/** How many keys are remembered; beyond it the longest silent ones are forgotten, so many at once. */
const MOST_KEYS = 50_000;
const AT_ONCE = 500;

/** The moments of the calls that were let through, oldest first. */
type Calls = { moments: number[]; readonly windowMs: number };

/**
 * Counts exactly, in this process: of any stretch of `windowSeconds` at most `limit` calls pass. A clock that jumps back
 * locks nobody out longer than one window, one that jumps ahead forgives.
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
      // Set anew, so that the map's own order is the order of the last call.
      kept.delete(key);
      kept.set(key, calls);
      // Not at each call: the way to the first key leads past the places of all that were set anew.
      if (kept.size > MOST_KEYS || Math.abs(at - forgotAt) >= SECOND_MS) {
        forgotAt = at;
        forgetSilent(kept, at);
      }
      return spentOf(calls, limit, allowed, at);
    },
  };
}

/** Calls of the last window; one that seems to lie ahead happened before the clock was set back, so it counts as now. */
function stillCounted({ moments, windowMs }: Calls, at: number): number[] {
  const [oldest = at, newest = at] = [moments[0], moments.at(-1)];
  // Mostly all of them are still counted, and the clock goes on.
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

/** Drops from the silent end: what has run out, and what is too much. */
function forgetSilent(kept: Map<string, Calls>, at: number): void {
  const most = kept.size > MOST_KEYS ? MOST_KEYS - AT_ONCE : MOST_KEYS;
  for (const [key, { moments, windowMs }] of kept) {
    const last = moments.at(-1) ?? 0;
    if (kept.size <= most && last > at - windowMs) return;
    kept.delete(key);
  }
}
