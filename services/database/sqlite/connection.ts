import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { storeUnavailable } from '#lib/data/store-errors.ts';
import { diskFailed, isBusy, retryBusy } from './busy.ts';
import { openCheckpoints } from './checkpoints.ts';
import { openCommits } from './commits.ts';
import { openLogSync } from './log-sync.ts';
import { openTurns } from './turns.ts';

const KEPT_STATEMENTS = 1_000;
/** How long opening waits for another process that updates the schema of the file. */
const OPENING_MS = 60_000;

export type Synchronous = 'FULL' | 'NORMAL';

/** One database with its prepared statements. Every block of work is synchronous, so no lock ever spans an await. */
export type Connection = {
  readonly database: DatabaseSync;
  /** Returns the prepared statement of an SQL text; each text is prepared once. */
  readonly prepared: (sql: string) => StatementSync;
  /** Runs `work` under the write lock and commits all of it or nothing. Waits for other processes without blocking. */
  readonly write: <R>(work: () => R) => Promise<R>;
  /** Runs `work` that reads with a single statement. */
  readonly look: <R>(work: () => R) => Promise<R>;
  /** Runs `work` on one snapshot. */
  readonly read: <R>(work: () => R) => Promise<R>;
  /**
   * Registers a check that runs at the start of each commit and in `assertSound`. If the check throws, nothing is
   * written.
   */
  readonly guardWrites: (assertOurs: () => void) => void;
  /** Throws when the disk has failed a commit, so that later commits may be lost, or when a write would be rejected. */
  readonly assertSound: () => Promise<void>;
  readonly close: () => Promise<void>;
};

export type Durability = {
  readonly synchronous: Synchronous;
  /** Called with the reason when a copy of the log into the database fails. */
  readonly copyFailed: (reason: string) => void;
  /** The log is emptied after this many milliseconds without a burst of commits. */
  readonly restMs?: number;
};

/**
 * Opens a file or `:memory:`. With FULL, a write settles when it is on the disk. SQLite itself runs with NORMAL and
 * only writes to the log; the log is synced and copied outside the event loop.
 */
export function openConnection(path: string, { synchronous, copyFailed, restMs }: Durability): Connection {
  const database = new DatabaseSync(path, { timeout: OPENING_MS });
  database.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
    PRAGMA wal_autocheckpoint = 0;
    PRAGMA cache_size = -8192;
    PRAGMA temp_store = MEMORY;
    PRAGMA journal_size_limit = 67108864;
  `);
  const statements = new Map<string, StatementSync>();

  function prepared(sql: string): StatementSync {
    const held = statements.get(sql);
    if (held) return held;
    if (statements.size >= KEPT_STATEMENTS) statements.clear();
    const statement = database.prepare(sql);
    statements.set(sql, statement);
    return statement;
  }

  function snapshot<R>(work: () => R): R {
    prepared('BEGIN').run();
    try {
      return work();
    } finally {
      if (database.isTransaction) prepared('COMMIT').run();
    }
  }

  const pauseOf = openTurns();
  async function run<R>(work: () => R): Promise<R> {
    // All paused calls continue in the same turn and may fill that turn too, so each asks for a pause again.
    for (let pause = pauseOf(); pause; pause = pauseOf()) await pause;
    return retryBusy(work);
  }

  const isFile = path !== ':memory:';
  // The first read creates the log file.
  if (isFile) prepared('SELECT count(*) FROM sqlite_schema').get();
  const log = isFile && synchronous === 'FULL' ? openLogSync(path) : null;
  let assertOurs = (): void => {};
  let isClosed = false;
  const checkpoints = isFile ? openCheckpoints(path, prepared, copyFailed, restMs) : null;

  return {
    database,
    prepared,
    look: run,
    write: openCommits({
      database,
      prepared,
      assertOurs: () => {
        if (isClosed) throw storeUnavailable('The database is closed');
        assertOurs();
      },
      committed: () => {
        checkpoints?.committed();
        return log?.synced() ?? null;
      },
    }),
    read: (work) => run(() => snapshot(work)),
    guardWrites(guard) {
      assertOurs = guard;
    },
    async assertSound() {
      await run(assertOurs);
      await log?.synced().catch((error) => Promise.reject(diskFailed(error)));
    },
    async close() {
      isClosed = true;
      await log?.close();
      await checkpoints?.close();
      database.close();
    },
  };
}

/** Turns off the waiting inside SQLite's calls, which is needed only while the schema is updated. */
export function stopBlocking({ database }: Connection): void {
  database.exec('PRAGMA busy_timeout = 0');
}

/** Refreshes the planner's stale statistics. If another process holds the lock, the refresh is postponed. */
export function optimize({ database }: Connection): void {
  try {
    database.exec('PRAGMA optimize');
  } catch (error) {
    if (!isBusy(error)) throw error;
  }
}
