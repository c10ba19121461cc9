import { changeReporter } from '#lib/data/changes.ts';
import type { Query } from '#lib/data/query.ts';
import { findPlanOf } from '#lib/data/query-plan.ts';
import type { FindPlan } from '#lib/data/reader.ts';
import type { Store } from '#lib/data/store.ts';
import { type Driver, findHeld, servedTable } from './driver.ts';
import type { Changed } from './writes.ts';

/** The interval in ms between checks for commits of other processes. One check costs 2 to 3 microseconds. */
const LOOK_MS = 25;
const RETRY_MS = 1_000;

type Watcher = { readonly collection: string; refresh(): Promise<void> };
export type Watches = {
  readonly watch: Store['watch'];
  /** Announces a commit of this process. */
  readonly wake: (changes: readonly Changed[]) => void;
  close(): void;
};

/**
 * Builds the watcher of one query. It runs the query again when the collection has changed and reports the differences.
 */
function buildWatcher<T extends object>(driver: Driver, query: Query<T>, seen: Parameters<Store['watch']>[1]): Watcher {
  const plan = findPlanOf(query) as unknown as FindPlan;
  servedTable(driver, plan);
  const report = changeReporter(query, seen);

  return {
    collection: query.collection.name,
    async refresh() {
      const now = driver.now();
      report(await driver.connection.read(() => findHeld(driver, plan, now).slice(0, plan.limit)));
    },
  };
}

/**
 * Returns a function that lists the collections that other processes have changed since the last call. It returns null
 * when the change log no longer reaches back that far.
 */
function openLookout({ connection }: Driver): () => ReadonlySet<string> | null {
  const { prepared } = connection;
  const number = (sql: string, column: string): number => Number(prepared(sql).get()?.[column] ?? 0);
  const dataVersion = () => number('PRAGMA data_version', 'data_version');
  let version = dataVersion();
  let last = number('SELECT MAX(seq) AS seq FROM _changes', 'seq');

  return () => {
    const current = dataVersion();
    if (current === version) return new Set();
    const oldest = number('SELECT MIN(seq) AS seq FROM _changes', 'seq');
    // One statement reads both values: a commit between two statements would be missed.
    const changed = prepared('SELECT coll, MAX(seq) AS seq FROM _changes WHERE seq > ? GROUP BY coll').all(last);
    const reachesBack = oldest <= last + 1;
    last = Math.max(last, ...changed.map((row) => Number(row.seq)));
    version = current;
    return reachesBack ? new Set(changed.map((row) => String(row.coll))) : null;
  };
}

/**
 * Opens the watches of one store. A commit of this process wakes them at once, a commit of another process within 25
 * ms.
 */
export function openWatches(driver: Driver, { shared }: { readonly shared: boolean }): Watches {
  const watchers = new Set<Watcher>();
  const due = new Set<Watcher>();
  let flushing = false;
  let timer: NodeJS.Timeout | undefined;

  async function refresh(watcher: Watcher): Promise<void> {
    try {
      if (watchers.has(watcher)) await watcher.refresh();
    } catch (error) {
      if (!watchers.has(watcher)) return;
      driver.log('warn', 'store.watch_failed', { collection: watcher.collection, error });
      setTimeout(() => schedule([watcher]), RETRY_MS).unref();
    }
  }

  async function flush(): Promise<void> {
    while (due.size > 0) {
      const batch = [...due];
      due.clear();
      for (const watcher of batch) await refresh(watcher);
    }
    flushing = false;
  }

  function schedule(some: Iterable<Watcher>): void {
    for (const watcher of some) due.add(watcher);
    if (flushing || due.size === 0) return;
    flushing = true;
    setImmediate(() => void flush());
  }

  const wakeCollections = (names: ReadonlySet<string> | null): void =>
    schedule([...watchers].filter(({ collection }) => names === null || names.has(collection)));

  function startLooking(): void {
    if (!shared || timer) return;
    const look = openLookout(driver);
    timer = setInterval(() => {
      try {
        wakeCollections(look());
      } catch (error) {
        driver.log('warn', 'store.watch_failed', { error });
      }
    }, LOOK_MS).unref();
  }

  function stopLooking(): void {
    clearInterval(timer);
    timer = undefined;
  }

  return {
    watch(query, seen) {
      const watcher = buildWatcher(driver, query, seen as never);
      startLooking();
      watchers.add(watcher);
      schedule([watcher]);
      return () => {
        watchers.delete(watcher);
        if (watchers.size === 0) stopLooking();
      };
    },
    wake(changes) {
      if (watchers.size > 0) wakeCollections(new Set(changes.map(({ collection }) => collection)));
    },
    close() {
      watchers.clear();
      stopLooking();
    },
  };
}
