import type { Runtime } from '#lib/context/runtime.ts';
import { SECOND_MS } from '#lib/core/time.ts';
import type { Query } from '#lib/data/query.ts';

export type Following = { close(): Promise<void> };
type Follow<T extends object> = {
  /** Finds something while there is something to do. */
  readonly query: Query<T>;
  /** Does it all, and returns how much it was. */
  readonly work: () => Promise<number>;
  /** The event of a failure in the log. */
  readonly failed: string;
  /** What comes within this time is done together. */
  readonly everyMs: number;
};

const RETRY_MS = 10 * SECOND_MS;

/** Runs `work` soon after its query finds something, and again for as long as it did something. */
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
      // Something may have come meanwhile that the query, which sees the first row alone, does not tell of.
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
  return {
    async close() {
      isOpen = false;
      stopWatching();
      clearTimeout(timer);
      await current;
    },
  };
}
