import { COLLECTED_AT_ONCE } from '#lib/admin/limits.ts';

export type Flushing = {
  /** Counts what was just collected, and flushes when 500 have come together. */
  readonly collected: (count: number) => void;
  /** Stores what the buffer holds, after the flush before it. */
  readonly flush: () => Promise<void>;
};

/**
 * Decides when a buffer stores what it holds. `take` empties the buffer; `store` keeps in the buffer what it could not
 * store, and never throws.
 */
export function openFlushing<P>(take: () => readonly P[], store: (parts: readonly P[]) => Promise<void>): Flushing {
  let count = 0;
  let isDue = false;
  let flushing: Promise<void> = Promise.resolve();

  function flush(): Promise<void> {
    flushing = flushing.then(() => {
      count = 0;
      isDue = false;
      return store(take());
    });
    return flushing;
  }

  function collected(more: number): void {
    count += more;
    if (count < COLLECTED_AT_ONCE || isDue) return;
    isDue = true;
    void flush();
  }

  return { collected, flush };
}
