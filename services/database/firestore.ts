import type { Log } from '#lib/context/ports/log.ts';
import type { AnyCollection } from '#lib/data/collection.ts';
import { Counters, shardedCounter } from '#lib/data/counters.ts';
import { assertOutsideTransaction } from '#lib/data/in-transaction.ts';
import { collectWrites, updateOf, type Write } from '#lib/data/pending-writes.ts';
import type { Query } from '#lib/data/query.ts';
import { type Plan, totalPlanOf } from '#lib/data/query-plan.ts';
import { buildReader } from '#lib/data/reader.ts';
import type { Store, Writer } from '#lib/data/store.ts';
import { searchCollections } from '#lib/search/collections.ts';
import { connect } from './firestore/client.ts';
import { commit, sendBatch } from './firestore/commit.ts';
import type { FirestoreConfiguration } from './firestore/configuration.ts';
import { type Deadlines, emulatorDeadlines, requestDeadlines } from './firestore/deadline.ts';
import { assertKnown, assertServed, type Driver } from './firestore/driver.ts';
import { outside } from './firestore/fetch.ts';
import { groupCommits } from './firestore/grouped-commits.ts';
import { migrateDocuments } from './firestore/migrate-documents.ts';
import { sourceOf } from './firestore/reads.ts';
import { totalsOf } from './firestore/totals.ts';
import { buildTransactions } from './firestore/transactions.ts';
import { openWatches } from './firestore/watch.ts';

export type FirestoreOptions = FirestoreConfiguration & {
  readonly collections: readonly AnyCollection[];
  readonly now: () => Date;
  readonly log: Log;
  readonly strictIndexes?: boolean;
  /** False when the process never calls `watch`. The client then uses REST and does not load gRPC. */
  readonly watches?: boolean;
  /** The deadlines of calls. By default those of a request, or of the emulator when the store runs on it. */
  readonly deadlines?: Deadlines;
  /** How long a listener may stay silent after a write of this process before it is reopened. */
  readonly silenceMs?: number;
};

const SILENCE_MS = 120_000;

/**
 * Opens the Firestore store. The configuration is checked before any SDK code runs, and one probe read follows. So an
 * unreachable database fails here within the read deadline, not with the first request of a shopper.
 */
export async function openFirestore(options: FirestoreOptions): Promise<Store> {
  const { collections, now, log, strictIndexes = false, watches = true } = options;
  const { deadlines = options.emulatorHost === undefined ? requestDeadlines : emulatorDeadlines } = options;
  const { silenceMs = SILENCE_MS } = options;
  const client = await connect(options, watches);
  const names = new Set([...collections, ...searchCollections, Counters].map(({ name }) => name));
  const send = groupCommits((writes) => sendBatch(client, writes));
  const driver: Driver = { client, names, now, log, strictIndexes, deadlines, silenceMs, send };
  try {
    await probe(driver);
  } catch (error) {
    void client.release();
    throw error;
  }
  return buildStore(driver, collections);
}

/** Reads one document, which need not exist. */
const probe = async (driver: Driver): Promise<void> => {
  await outside(driver).documents([driver.client.database.collection('store_probe').doc('probe')]);
};

function buildStore(driver: Driver, collections: readonly AnyCollection[]): Store {
  const fetch = outside(driver);
  const source = sourceOf(driver, fetch);
  const watches = openWatches(driver);
  let closed: Promise<void> | undefined;

  async function write(writes: readonly Write[]): Promise<void> {
    await commit(driver, writes);
    watches.wrote(writes);
  }
  async function batch(work: (write: Writer) => void): Promise<void> {
    assertOutsideTransaction('store.batch');
    const writer = collectWrites((collection) => assertKnown(driver, collection));
    work(writer);
    await write(writer.list);
  }
  async function totals<T extends object>(query: Query<T>, summed?: string) {
    assertOutsideTransaction('store.count');
    const plan = totalPlanOf(query, summed) as unknown as Plan<object>;
    assertServed(driver, plan);
    return totalsOf(driver, fetch, fetch.aggregate, plan, summed);
  }

  const store: Store = {
    ...buildReader({
      async get(collection, ids) {
        assertOutsideTransaction('store.get');
        return source.get(collection, ids);
      },
      async find(plan) {
        assertOutsideTransaction('store.find');
        return source.find(plan);
      },
    }),
    batch,
    tx: buildTransactions(driver, watches.wrote),
    watch: watches.watch,
    create: (collection, id, document) => batch((writer) => writer.create(collection, id, document)),
    set: (collection, id, document) => batch((writer) => writer.set(collection, id, document)),
    delete: (collection, id) => batch((writer) => writer.delete(collection, id)),
    async update(collection, id, patch, ifVersion) {
      assertOutsideTransaction('store.update');
      assertKnown(driver, collection);
      await write([updateOf(collection, id, patch, ifVersion)]);
    },
    count: async (query) => (await totals(query)).count,
    sum: async (query, field) => (await totals(query, field)).sum,
    counter: (name, shards) => shardedCounter(store, name, shards),
    // Firestore deletes expired documents itself, by the TTL policy on `_ttl`.
    sweep: async () => 0,
    upgrades: {
      collections: collections.filter(({ version = 1, migrate }) => version > 1 && migrate !== undefined),
      migrate: (collection, after) => migrateDocuments(driver, collection, after),
    },
    health: () => probe(driver),
    close() {
      watches.close();
      closed ??= driver.client.release();
      return closed;
    },
  };
  return store;
}
