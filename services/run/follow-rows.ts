import type { Runtime } from '#lib/context/runtime.ts';
import { MINUTE_MS, SECOND_MS } from '#lib/core/time.ts';
import type { Query } from '#lib/data/query.ts';

export type Following = { close(): Promise<void> };
type Follow<T extends object> = {
  /** Finds a row as long as there is work to do. */
  readonly query: Query<T>;
  /** Does all the work, and returns the number of rows handled. Cheap when there is none. */
  readonly work: () => Promise<number>;
  /** The event name of a failure in the log. */
  readonly failed: string;
  /** Work that arrives within this time is done together. */
  readonly everyMs: number;
};

const RETRY_MS = 10 * SECOND_MS;
/** The interval at which `work` runs in any case. A listener can fall silent without an error. */
const LOOK_MS = MINUTE_MS;

/** Runs `work` soon after its query finds a row, again as long as `work` handles rows, and once a minute. */
export function followRows<T extends object>(
  { data, log }: Pick<Runtime, 'data' | 'log'>,
  { query, work, failed, everyMs }: Follow<T>,
): Following {
  let timer: NodeJS.Timeout | undefined;
  let current: Promise<void> | null = null;
  let isWanted = false;
  let isOpen = true;

  function schedule(ms: number): void {
    isWanted = true;
    if (isOpen && current === null) timer ??= setTimeout(start, ms).unref();
  }
  function start(): void {
    timer = undefined;
    isWanted = false;
    current = run();
  }
  async function run(): Promise<void> {
    let waitMs = everyMs;
    try {
      // More rows may have arrived meanwhile. The query sees only the first row and does not report them.
      if ((await work()) > 0) isWanted = true;
    } catch (error) {
      log('warn', failed, { error });
      isWanted = true;
      waitMs = RETRY_MS;
    }
    current = null;
    if (isWanted) schedule(waitMs);
  }

  const stopWatching = data.watch(query, ([first]) => {
    if (first !== undefined) schedule(everyMs);
  });
  const look = setInterval(() => schedule(everyMs), LOOK_MS).unref();
  return {
    async close() {
      isOpen = false;
      stopWatching();
      clearInterval(look);
      clearTimeout(timer);
      await current;
    },
  };
}
