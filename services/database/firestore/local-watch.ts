import type { FindPlan, Held } from '#lib/data/reader.ts';
import type { Driver } from './driver.ts';
import { outside } from './fetch.ts';
import { firstMatches } from './reads.ts';

/** A running watch. `wrote` announces a commit of this process to its collection. */
export type Watcher = { readonly collection: string; wrote(): void; stop(): void };

/** The shortest time between two reads, so that a burst of commits is read once. */
const EVERY_MS = 50;
const RETRY_MS = 1_000;

/** Starts a watcher without a listener: it reads its query again after commits of this process to the collection. */
export function startLocalWatcher(driver: Driver, plan: FindPlan, notify: (held: readonly Held[]) => void): Watcher {
  const { name } = plan.collection;
  let isStopped = false;
  /** True when a commit may have changed the result since the last read began. */
  let isStale = true;
  let isReading = false;

  async function read(): Promise<void> {
    if (isReading || isStopped) return;
    isReading = true;
    isStale = false;
    let waitMs = EVERY_MS;
    try {
      const held = await firstMatches(driver, outside(driver), plan, plan.limit);
      if (!isStopped) notify(held);
    } catch (error) {
      if (!isStopped) driver.log('warn', 'store.watch_failed', { collection: name, error });
      isStale = true;
      waitMs = RETRY_MS;
    }
    setTimeout(() => {
      isReading = false;
      if (isStale) void read();
    }, waitMs).unref();
  }

  void read();
  return {
    collection: name,
    wrote() {
      isStale = true;
      void read();
    },
    stop() {
      isStopped = true;
    },
  };
}
