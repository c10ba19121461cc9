import { afterEach, describe, expect, it } from 'vitest';
import type { Store } from '#lib/data/store.ts';
import { collectionsInUse, copyStore } from '#services/database/copy.ts';
import { openFirestore } from '#services/database/firestore.ts';
import { openSqlite } from '#services/database/sqlite.ts';
import { freshProject, sharedEmulator } from '#tests/support/shared-emulator.ts';
import { Accounts, contractCollections, Things, Tickets, thingWith } from './store/things.ts';

const host = await sharedEmulator();
const world = { collections: contractCollections, now: () => new Date(), log: () => undefined };

const opened: Store[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((store) => store.close()));
});
function keep(store: Store): Store {
  opened.push(store);
  return store;
}
const openEmpty = {
  sqlite: async () => keep(openSqlite({ ...world, path: ':memory:' })),
  firestore: async () => keep(await openFirestore({ ...world, projectId: freshProject(), emulatorHost: host ?? '' })),
};

async function fill(store: Store): Promise<void> {
  for (let first = 0; first < 1_200; first += 400) {
    await store.batch((write) => {
      for (let i = first; i < first + 400; i++) write.set(Accounts, `a${i}`, { balance: i });
    });
  }
  await store.set(Things, 't1', thingWith({ tags: ['a', '😀'], body: { deep: [{ x: null }] } }));
  // Together these documents exceed one Firestore commit.
  for (let i = 0; i < 14; i++) await store.set(Things, `large${i}`, thingWith({ note: 'я'.repeat(400_000) }));
  await store.set(Tickets, 'live', { title: 'x', expiresAt: '2999-01-01T00:00:00.000Z' });
  await store.set(Tickets, 'gone', { title: 'x', expiresAt: '2020-01-01T00:00:00.000Z' });
}

const moves = [
  ['sqlite', 'firestore'],
  ['firestore', 'sqlite'],
] as const;

describe.skipIf(host === null)('copyStore', () => {
  it.each(moves)(
    'copies every unexpired document from %s to %s under its id, and counts both stores',
    async (from, to) => {
      const [source, target] = await Promise.all([openEmpty[from](), openEmpty[to]()]);
      await fill(source);

      const results = await copyStore({ from: source, to: target, collections: contractCollections });

      expect(results).toEqual([
        { collection: 'things', from: 15, to: 15 },
        { collection: 'accounts', from: 1_200, to: 1_200 },
        { collection: 'levels', from: 0, to: 0 },
        { collection: 'claims', from: 0, to: 0 },
        { collection: 'tickets', from: 1, to: 1 },
      ]);
      expect((await target.need(Things, 't1')).data).toEqual((await source.need(Things, 't1')).data);
      expect((await target.need(Accounts, 'a1199')).data).toEqual({ balance: 1_199 });
      expect(await target.get(Tickets, 'gone')).toBeUndefined();
    },
  );

  it('can be repeated, and its counts reveal foreign documents in the target', async () => {
    const [source, target] = await Promise.all([openEmpty.sqlite(), openEmpty.firestore()]);
    await source.set(Accounts, 'a', { balance: 1 });
    await copyStore({ from: source, to: target, collections: [Accounts] });
    await target.set(Accounts, 'stranger', { balance: 0 });
    await source.set(Accounts, 'a', { balance: 2 });

    const again = await copyStore({ from: source, to: target, collections: [Accounts] });

    expect(again).toEqual([{ collection: 'accounts', from: 1, to: 2 }]);
    expect((await target.need(Accounts, 'a')).data.balance).toBe(2);
  });

  it('collectionsInUse names the collections of a store that is not empty', async () => {
    const store = await openEmpty.firestore();
    await store.set(Accounts, 'a', { balance: 1 });

    expect(await collectionsInUse(store, contractCollections)).toEqual(['accounts']);
  });
});
