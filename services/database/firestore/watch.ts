import type { QuerySnapshot } from 'firebase-admin/firestore';
import { changeReporter } from '#lib/data/changes.ts';
import type { Write } from '#lib/data/pending-writes.ts';
import { findPlanOf } from '#lib/data/query-plan.ts';
import type { FindPlan, Held } from '#lib/data/reader.ts';
import type { Store } from '#lib/data/store.ts';
import { aliveOf } from './documents.ts';
import { assertServed, type Driver } from './driver.ts';
import { outside } from './fetch.ts';
import { startLocalWatcher, type Watcher } from './local-watch.ts';
import { ordered } from './queries.ts';
import { firstMatches } from './reads.ts';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

export type Watches = {
  readonly watch: Store['watch'];
  /** Announces a commit of this process, which every listener on its collections should notice. */
  readonly wrote: (writes: readonly Write[]) => void;
  close(): void;
};

/**
 * Starts one listener. It is reopened after an error, and after a write of this process that it has not noticed in
 * time. Listeners have been observed to fall silent without an error (firebase-admin-node#271, #931).
 */
function startWatcher(driver: Driver, plan: FindPlan, notify: (held: readonly Held[]) => void): Watcher {
  const { collection } = plan;
  let stopped = false;
  let close: () => void = () => {};
  let opened = 0;
  let failures = 0;
  let silence: NodeJS.Timeout | undefined;
  let retry: NodeJS.Timeout | undefined;

  const failed = (error: unknown): void => {
    driver.log('warn', 'store.watch_failed', { collection: collection.name, error });
  };

  async function heldIn(snapshot: QuerySnapshot): Promise<readonly Held[]> {
    const now = driver.now();
    const held = snapshot.docs.flatMap((document) => aliveOf(collection, document, now) ?? []);
    // When expired documents filled the window of the listener, the documents behind them must be fetched.
    const crowded = held.length < snapshot.size && snapshot.size >= plan.limit;
    return crowded ? firstMatches(driver, outside(driver), plan, plan.limit) : held;
  }

  function open(): void {
    const turn = ++opened;
    let notified = Promise.resolve();
    const isCurrent = () => !stopped && turn === opened;
    close = ordered(driver.client, plan)
      .limit(plan.limit)
      .onSnapshot(
        (snapshot) => {
          clearTimeout(silence);
          silence = undefined;
          failures = 0;
          notified = notified
            .then(() => heldIn(snapshot))
            .then((held) => {
              if (isCurrent()) notify(held);
            })
            .catch(failed);
        },
        (error) => {
          if (!isCurrent()) return;
          failed(error);
          retry = setTimeout(reopen, Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures)).unref();
          failures += 1;
        },
      );
  }

  function reopen(): void {
    close();
    if (!stopped) open();
  }

  open();
  return {
    collection: collection.name,
    wrote() {
      silence ??= setTimeout(() => {
        silence = undefined;
        driver.log('info', 'store.watch_reopened', { collection: collection.name, silenceMs: driver.silenceMs });
        reopen();
      }, driver.silenceMs).unref();
    },
    stop() {
      stopped = true;
      clearTimeout(silence);
      clearTimeout(retry);
      close();
    },
  };
}

/** Opens the watches of one store. */
export function openWatches(driver: Driver): Watches {
  const watchers = new Set<Watcher>();
  return {
    watch(query, seen, { localOnly = false } = {}) {
      const plan = findPlanOf(query) as unknown as FindPlan;
      assertServed(driver, plan);
      const start = localOnly ? startLocalWatcher : startWatcher;
      const watcher = start(driver, plan, changeReporter(query, seen as never));
      watchers.add(watcher);
      return () => {
        watchers.delete(watcher);
        watcher.stop();
      };
    },
    wrote(writes) {
      if (watchers.size === 0) return;
      const names = new Set(writes.map(({ collection }) => collection.name));
      for (const watcher of watchers) if (names.has(watcher.collection)) watcher.wrote();
    },
    close() {
      for (const watcher of watchers) watcher.stop();
      watchers.clear();
    },
  };
}
