import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { diskFailed, isBusy, retryBusy } from './busy.ts';
import { openCheckpoints } from './checkpoints.ts';
import { openCommits } from './commits.ts';
import { openLogSync } from './log-sync.ts';
import { openTurns } from './turns.ts';

const KEPT_STATEMENTS = 1_000;
/** How long opening waits for another process that brings the file to its declarations. */
const OPENING_MS = 60_000;

export type Synchronous = 'FULL' | 'NORMAL';

/** One database with its prepared statements. Every block is synchronous: no lock ever spans an await. */
export type Connection = {
  readonly database: DatabaseSync;
  /** The prepared statement of a text, prepared once. */
  readonly prepared: (sql: string) => StatementSync;
  /** Runs `work` under the write lock: all of it is committed or nothing. Waits for other processes without blocking. */
  readonly write: <R>(work: () => R) => Promise<R>;
  /** Runs a single statement's worth of reading. */
  readonly look: <R>(work: () => R) => Promise<R>;
  /** Runs `work` on one snapshot. */
  readonly read: <R>(work: () => R) => Promise<R>;
  /** Has each commit, and each look at its health, begin with this; where it throws nothing is written. */
  readonly guardWrites: (assertOurs: () => void) => void;
  /** Throws where the disk has failed a commit, so that what was told since may be lost, or a write would be refused. */
  readonly assertSound: () => Promise<void>;
  readonly close: () => Promise<void>;
};

export type Durability = {
  readonly synchronous: Synchronous;
  /** Told why the log could not be copied into the database this time. */
  readonly copyFailed: (reason: string) => void;
  /** After how many milliseconds without a burst of commits the log is emptied. */
  readonly restMs?: number;
};

/**
 * Opens a file or `:memory:`. With FULL a write settles when it is on the disk: SQLite itself only writes to the log
 * (its NORMAL), and the log is written through and copied beside the event loop.
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
    // All that paused go on in the same turn, and may fill that one too.
    for (let pause = pauseOf(); pause; pause = pauseOf()) await pause;
    return retryBusy(work);
  }

  const isFile = path !== ':memory:';
  // The log is there from the first look on.
  if (isFile) prepared('SELECT count(*) FROM sqlite_schema').get();
  const log = isFile && synchronous === 'FULL' ? openLogSync(path) : null;
  let assertOurs = (): void => {};
  const checkpoints = isFile ? openCheckpoints(path, prepared, copyFailed, restMs) : null;

  return {
    database,
    prepared,
    look: run,
    write: openCommits({
      database,
      prepared,
      assertOurs: () => assertOurs(),
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
      await log?.close();
      await checkpoints?.close();
      database.close();
    },
  };
}

/** Ends the waiting inside SQLite's calls, which is wanted only while the schema is brought up to date. */
export function stopBlocking({ database }: Connection): void {
  database.exec('PRAGMA busy_timeout = 0');
}

/** Refreshes the planner's statistics where they have gone stale; a lock held elsewhere only postpones it. */
export function optimize({ database }: Connection): void {
  try {
    database.exec('PRAGMA optimize');
  } catch (error) {
    if (!isBusy(error)) throw error;
  }
}
