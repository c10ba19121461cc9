import { dirname } from 'node:path';
import type { Log } from '#lib/context/ports/log.ts';
import { DAY_MS } from '#lib/core/time.ts';
import type { AnyCollection } from '#lib/data/collection.ts';
import { Counters, shardedCounter } from '#lib/data/counters.ts';
import { assertOutsideTransaction } from '#lib/data/in-transaction.ts';
import { openLanes } from '#lib/data/lanes.ts';
import { collectWrites, updateOf, type Write } from '#lib/data/pending-writes.ts';
import type { Query } from '#lib/data/query.ts';
import { findPlanOf, type Plan, totalPlanOf } from '#lib/data/query-plan.ts';
import { buildReader } from '#lib/data/reader.ts';
import type { Reader, Store, Upgrades, Writer } from '#lib/data/store.ts';
import { keepPrivate, openPrivateFile, openPrivateFolder } from '#services/files/private-files.ts';
import { resultCode, toStoreError } from './sqlite/busy.ts';
import {
  type Connection,
  type Durability,
  openConnection,
  optimize,
  type Synchronous,
  stopBlocking,
} from './sqlite/connection.ts';
import { type Driver, findHeld, getHeld, servedTable, tableFor } from './sqlite/driver.ts';
import { sweepExpired } from './sqlite/expiry.ts';
import { assertUndamaged, openingProblem } from './sqlite/opening.ts';
import { openShapeGuard, updateSchema } from './sqlite/schema.ts';
import { statementsOf } from './sqlite/select.ts';
import { tableOf } from './sqlite/tables.ts';
import { countMatches, sumMatches } from './sqlite/totals.ts';
import { buildTransactions } from './sqlite/transaction.ts';
import { openWatches } from './sqlite/watch.ts';
import { applyWrites } from './sqlite/writes.ts';
import { type SqliteHandle, withHandle } from './sqlite-handle.ts';

export type SqliteOptions = {
  /** A file, or `:memory:`. */
  readonly path: string;
  /** The serialised database that a database in memory starts from. */
  readonly image?: Uint8Array | undefined;
  readonly collections: readonly AnyCollection[];
  readonly now: () => Date;
  readonly log: Log;
  readonly synchronous?: Synchronous;
  readonly strictIndexes?: boolean;
};

/**
 * Opens the SQLite store: durable in one file, or in memory for tests. Before it returns, it adds missing tables,
 * columns and indexes, drops undeclared columns and indexes, and migrates documents of older versions.
 */
export function openSqlite(options: SqliteOptions): Store {
  const driver = openDriver(options);
  const { connection } = driver;
  const watches = openWatches(driver, { shared: options.path !== ':memory:' });
  const tx = buildTransactions(driver, openLanes(), watches.wake);
  let optimizedAt = driver.now().getTime();

  async function commit(writes: readonly Write[]): Promise<void> {
    if (writes.length === 0) return;
    const now = driver.now();
    watches.wake(await connection.write(() => applyWrites(driver, writes, now)));
  }
  async function batch(work: (write: Writer) => void): Promise<void> {
    assertOutsideTransaction('store.batch');
    const writer = collectWrites((collection) => void tableFor(driver, collection));
    work(writer);
    await commit(writer.list);
  }
  let closed: Promise<void> | undefined;

  async function end(): Promise<void> {
    watches.close();
    if (!connection.database.isOpen) return;
    // Writers that were called before `close` settle first, even if they are rejected.
    await connection.write(() => undefined).catch(() => undefined);
    optimize(connection);
    await connection.close();
  }
  function totals<T extends object>(query: Query<T>, summed?: string) {
    assertOutsideTransaction('store.count');
    const plan = totalPlanOf(query, summed) as unknown as Plan<object>;
    return { table: servedTable(driver, plan), plan };
  }

  const store: Store = {
    ...outsideReader(driver),
    tx,
    batch,
    watch: watches.watch,
    create: (collection, id, document) => batch((write) => write.create(collection, id, document)),
    set: (collection, id, document) => batch((write) => write.set(collection, id, document)),
    delete: (collection, id) => batch((write) => write.delete(collection, id)),
    async update(collection, id, patch, ifVersion) {
      assertOutsideTransaction('store.update');
      tableFor(driver, collection);
      await commit([updateOf(collection, id, patch, ifVersion)]);
    },
    async count(query) {
      const { table, plan } = totals(query);
      return connection.read(() => countMatches(connection, table, plan, driver.now()));
    },
    async sum(query, field) {
      const { table, plan } = totals(query, field);
      return connection.read(() => sumMatches(connection, table, plan, field, driver.now()));
    },
    counter: (name, shards) => shardedCounter(store, name, shards),
    async sweep() {
      const changes = await sweepExpired(driver);
      watches.wake(changes);
      if (driver.now().getTime() - optimizedAt >= DAY_MS) {
        optimizedAt = driver.now().getTime();
        optimize(connection);
      }
      return changes.length;
    },
    upgrades: migratedAtOpening,
    async health() {
      await connection.look(() => connection.prepared('SELECT 1').get());
      await connection.assertSound();
    },
    close() {
      closed ??= end();
      return closed;
    },
  };
  return withHandle(store, handleOf(driver));
}

/** Opening the file has already migrated every document. */
const migratedAtOpening: Upgrades = {
  collections: [],
  migrate: async () => ({ seen: 0, done: 0, failed: 0, next: null }),
};

function openDriver(options: SqliteOptions): Driver {
  const { path, image, collections, now, log, synchronous = 'FULL', strictIndexes = false } = options;
  const tables = new Map([...collections, Counters].map((collection) => [collection.name, tableOf(collection)]));
  const connection = openFile(path, {
    synchronous,
    copyFailed: (reason) => log('warn', 'store.checkpoint_failed', { reason }),
  });
  try {
    if (image) connection.database.deserialize(image);
    updateSchema(connection, [...tables.values()]);
    connection.guardWrites(openShapeGuard(connection, [...tables.values()]));
    stopBlocking(connection);
    optimize(connection);
  } catch (error) {
    void connection.close();
    throw path !== ':memory:' && resultCode(error) !== undefined ? openingProblem(path, error) : toStoreError(error);
  }
  return { connection, tables, now, log, strictIndexes, covered: new Set() };
}

function openFile(path: string, durability: Durability): Connection {
  if (path === ':memory:') return openConnection(path, durability);
  let connection: Connection | undefined;
  try {
    openPrivateFolder(dirname(path));
    // Whenever SQLite creates its log and its shared memory, it gives them the permissions of the database file.
    openPrivateFile(path);
    keepPrivate(`${path}-wal`, `${path}-shm`);
    connection = openConnection(path, durability);
    assertUndamaged(connection, path);
    return connection;
  } catch (cause) {
    void connection?.close();
    throw openingProblem(path, cause);
  }
}

function outsideReader(driver: Driver): Reader {
  const { connection } = driver;
  return buildReader({
    async get(collection, ids) {
      assertOutsideTransaction('store.get');
      const now = driver.now();
      const look = () => getHeld(driver, collection, ids, now);
      return ids.length === 1 ? connection.look(look) : connection.read(look);
    },
    async find(plan) {
      assertOutsideTransaction('store.find');
      const now = driver.now();
      return connection.read(() => findHeld(driver, plan, now));
    },
  });
}

function handleOf(driver: Driver): SqliteHandle {
  const { connection } = driver;
  const { database } = connection;
  return {
    database,
    write: (work) => connection.write(() => work(database)),
    read: (work) => connection.read(() => work(database)),
    explain(query) {
      const plan = findPlanOf(query) as unknown as Plan<object>;
      return statementsOf(servedTable(driver, plan), plan, driver.now())
        .flat()
        .flatMap(({ sql, values }) => database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values, 1))
        .map((row) => String(row.detail));
    },
  };
}
