import type { AnyCollection } from '#lib/data/collection.ts';
import { Counters } from '#lib/data/counters.ts';
import type { Store } from '#lib/data/store.ts';
import { removeAll } from '#services/database/copy.ts';
import { openFirestore } from '#services/database/firestore.ts';
import { verifiedProject } from '#tests/support/verified-project.ts';
import { storeContract } from './store.contract.ts';

// This runs against a database of a real project that exists only for this: `npm run verify:firestore`. A suite opens
// an empty store for each test; here the one database is emptied instead.
const project = verifiedProject();
const world = { now: () => new Date(), log: () => undefined };
const places = new Set<string>();

async function empty(store: Store, collections: readonly AnyCollection[]): Promise<void> {
  for (const collection of [...collections, Counters]) await removeAll(store, collection);
}

storeContract(
  `${project.projectId}/${project.databaseId}`,
  async (collections, { place, ...options } = {}) => {
    const store = await openFirestore({ ...world, ...options, ...project, collections });
    if (place === undefined || !places.has(place)) await empty(store, collections);
    if (place !== undefined) places.add(place);
    return store;
  },
  { reopens: true, sweeps: false },
);
