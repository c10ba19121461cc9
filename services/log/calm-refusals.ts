import type { Log } from '#lib/context/ports/log.ts';
import { SECOND_MS } from '#lib/core/time.ts';

const EVENT = 'request.failed';
/** From here on a failure is ours, and each has its line. */
const OURS = 500;

type Held = { level: Parameters<Log>[0]; facts: Readonly<Record<string, unknown>>; count: number };

/**
 * Returns a log that writes refused calls at most once a second for each route and error: the first at once, those of
 * the second after it as one line with their count. A caller cannot fill the log by being refused.
 */
export function calmRefusals(log: Log, everyMs = SECOND_MS): Log {
  const held = new Map<string, Held>();

  function open(key: string): void {
    held.set(key, { level: 'info', facts: {}, count: 0 });
    setTimeout(() => {
      const { level, facts, count } = held.get(key) ?? { level: 'info', facts: {}, count: 0 };
      held.delete(key);
      if (count === 0) return;
      log(level, EVENT, { ...facts, count });
      open(key);
    }, everyMs).unref();
  }

  return (level, event, facts = {}) => {
    if (event !== EVENT || Number(facts.status) >= OURS) return log(level, event, facts);
    // Both are of closed sets, so the map is as small as they are.
    const key = `${String(facts.route)} ${String(facts.error)}`;
    const same = held.get(key);
    if (same) return void held.set(key, { level, facts, count: same.count + 1 });
    log(level, event, { ...facts, count: 1 });
    open(key);
  };
}
