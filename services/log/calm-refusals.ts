import type { Log } from '#lib/context/ports/log.ts';
import { SECOND_MS } from '#lib/core/time.ts';

const EVENT = 'request.failed';
/** From this status on a failure is ours, and each failure gets its own line. */
const OURS = 500;

type Held = { level: Parameters<Log>[0]; facts: Readonly<Record<string, unknown>>; count: number };

/**
 * Returns a log that writes rejected calls at most once a second for each route and error. The first call is written at
 * once; the calls of the following second become one line with their count. So a caller cannot flood the log with
 * rejected calls.
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
    // Routes and errors are closed sets, so the map stays small.
    const key = `${String(facts.route)} ${String(facts.error)}`;
    const same = held.get(key);
    if (same) return void held.set(key, { level, facts, count: same.count + 1 });
    log(level, event, { ...facts, count: 1 });
    open(key);
  };
}
