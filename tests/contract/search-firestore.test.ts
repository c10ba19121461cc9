import { afterAll, describe } from 'vitest';
import type { Store } from '#lib/data/store.ts';
import { searchCollections } from '#lib/search/collections.ts';
import { openFirestore } from '#services/database/firestore.ts';
import { openSqlite } from '#services/database/sqlite.ts';
import { openFirestoreSearch } from '#services/search/firestore-facets.ts';
import { freshProject, sharedEmulator } from '#tests/support/shared-emulator.ts';
import { searchContract } from './search.contract.ts';

const host = await sharedEmulator();
const world = { collections: searchCollections, now: () => new Date(), log: () => undefined };

const stores: Store[] = [];
function keep(store: Store): Store {
  stores.push(store);
  return store;
}
afterAll(async () => {
  await Promise.all(stores.map((store) => store.close()));
});

// The index is built on the port, so it must work on either driver. SQLite checks its queries cheaply here.
searchContract(
  'the store, on SQLite',
  async () => openFirestoreSearch(keep(openSqlite({ ...world, path: ':memory:' }))),
  {
    exact: false,
  },
);

describe.skipIf(host === null)('the Firestore search index', () => {
  searchContract(
    'the store, on Firestore',
    async () =>
      openFirestoreSearch(keep(await openFirestore({ ...world, projectId: freshProject(), emulatorHost: host ?? '' }))),
    { exact: false },
  );
});
