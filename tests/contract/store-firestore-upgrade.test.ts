import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { ProcessRuns } from '#lib/admin/collections.ts';
import { documentUpgrade } from '#lib/admin/processes/processes.ts';
import { DAY_MS } from '#lib/core/time.ts';
import { type AnyCollection, collection } from '#lib/data/collection.ts';
import { DocumentVersions, mayHoldOldDocuments, migrateSlice } from '#lib/data/migrate-documents.ts';
import { inc } from '#lib/data/patch.ts';
import { from } from '#lib/data/query.ts';
import type { Store } from '#lib/data/store.ts';
import { Conversations } from '#lib/messaging/collections.ts';
import { openFirestore } from '#services/database/firestore.ts';
import { startDocumentUpgrade } from '#services/run/document-upgrade.ts';
import { openClock } from '#tests/support/clock.ts';
import { testContext } from '#tests/support/context.ts';
import { testConversation } from '#tests/support/conversations.ts';
import { PATIENCE } from '#tests/support/patience.ts';
import { freshProject, sharedEmulator } from '#tests/support/shared-emulator.ts';

const host = await sharedEmulator();

const Parcels = collection('parcels', {
  label: 'Parcel',
  schema: z.object({ weight: z.int(), 'old.name': z.string() }),
  indexes: [],
});
/** A later version: one more field, which is indexed, and one field less. */
const WeighedParcels = collection('parcels', {
  label: 'Parcel',
  schema: z.object({ weight: z.int(), isHeavy: z.boolean() }),
  indexes: [['isHeavy']],
  version: 2,
  migrate: ({ weight }) => ({ weight, isHeavy: Number(weight) >= 100 }),
});
const heavy = from(WeighedParcels).where('isHeavy', '==', true).limit(500);

/** Conversations as they were before lists received changes. */
const EarlierConversations = collection('conversations', {
  label: 'Conversation',
  schema: z.looseObject({}),
  indexes: [],
});

describe.skipIf(host === null)('documents of an earlier version on Firestore', () => {
  const stores: Store[] = [];
  let projectId: string;
  let clock: ReturnType<typeof openClock>;
  beforeEach(() => {
    projectId = freshProject();
    clock = openClock();
  });
  afterAll(() => Promise.all(stores.map((store) => store.close())));

  const lines: string[] = [];
  const log = (_: string, event: string) => void lines.push(event);
  async function open(...collections: readonly AnyCollection[]): Promise<Store> {
    const store = await openFirestore({
      projectId,
      emulatorHost: host ?? '',
      collections: [...collections, DocumentVersions],
      now: () => clock.now(),
      log,
    });
    stores.push(store);
    return store;
  }
  const worldOf = (data: Store) => ({ data, now: () => clock.now(), log });

  /** Stores the given number of parcels as the earlier version did. */
  async function storeEarlier(count: number): Promise<Store> {
    const earlier = await open(Parcels);
    for (let at = 0; at < count; at += 500)
      await earlier.batch((write) => {
        for (let n = at; n < Math.min(count, at + 500); n++)
          write.create(Parcels, `p${String(n).padStart(5, '0')}`, { weight: n, 'old.name': `no ${n}` });
      });
    return earlier;
  }

  async function bringAll(data: Store) {
    const sums = { seen: 0, done: 0, failed: 0, slices: 0 };
    let cursor: string | null = null;
    do {
      const slice = await migrateSlice(worldOf(data), cursor);
      for (const name of ['seen', 'done', 'failed'] as const) sums[name] += slice[name];
      sums.slices += 1;
      cursor = slice.cursor;
    } while (cursor !== null);
    return sums;
  }

  /** Returns a document as the database itself shows it. */
  async function raw(path: string): Promise<Record<string, unknown>> {
    const base = `http://${host}/v1/projects/${projectId}/databases/(default)/documents`;
    const reply = await fetch(`${base}/${path}`, { headers: { authorization: 'Bearer owner' } });
    return ((await reply.json()) as { fields: Record<string, unknown> }).fields;
  }

  it('are found by a field that the migration adds, once they are upgraded', async () => {
    await storeEarlier(450);
    const store = await open(WeighedParcels);

    expect((await store.find(heavy)).rows).toEqual([]);
    expect(await bringAll(store)).toMatchObject({ seen: 450, done: 450, failed: 0 });

    expect((await store.find(heavy)).rows.map(({ data }) => data.weight)).toEqual(
      Array.from({ length: 350 }, (_, n) => n + 100),
    );
    expect(Object.keys(await raw('parcels/p00007')).sort()).toEqual(['_version', 'isHeavy', 'weight']);
  });

  it('are upgraded from where the last run stopped, and again after a new version', async () => {
    await storeEarlier(2_100);
    const store = await open(WeighedParcels);

    const first = await migrateSlice(worldOf(store), null);
    const later = { ...WeighedParcels, version: 3 };
    const laterStore = await open(later);
    const rest = await migrateSlice(worldOf(store), first.cursor);
    const anew = await migrateSlice(worldOf(laterStore), first.cursor);

    expect([first.done, rest.done, rest.cursor]).toEqual([2_000, 100, null]);
    expect(anew).toMatchObject({ done: 2_000 });
    // The earlier version does not touch what a later one has migrated further.
    await laterStore.set(DocumentVersions, 'parcels', { version: 3, againAt: null });
    expect(await mayHoldOldDocuments(worldOf(store))).toBe(false);
  });

  it('lose no concurrent write, by the earlier version or by this one', async () => {
    const earlier = await storeEarlier(300);
    const store = await open(WeighedParcels);
    const ids = Array.from({ length: 300 }, (_, n) => `p${String(n).padStart(5, '0')}`);

    const writers = ids.map((id, n) =>
      n % 2 === 0
        ? earlier.update(Parcels, id, { weight: inc(1_000) })
        : store.update(WeighedParcels, id, { weight: inc(1_000) }),
    );
    await Promise.all([bringAll(store), ...writers]);
    // The second pass, a day later, finds what the earlier version wrote after its document was read.
    clock.advance(DAY_MS);
    await bringAll(store);

    const rows = await store.getMany(WeighedParcels, ids);
    expect(rows.map((row) => row?.data.weight)).toEqual(ids.map((_, n) => n + 1_000));
  });

  it('are checked once more a day later, and never again', async () => {
    const earlier = await storeEarlier(3);
    const store = await open(WeighedParcels);
    await bringAll(store);
    await earlier.create(Parcels, 'late', { weight: 500, 'old.name': 'late' });

    expect(await bringAll(store)).toMatchObject({ seen: 0 });
    clock.advance(DAY_MS);
    expect(await bringAll(store)).toMatchObject({ seen: 4, done: 1 });
    expect((await store.find(heavy)).rows.map(({ id }) => id)).toEqual(['late']);
    clock.advance(DAY_MS);
    expect(await mayHoldOldDocuments(worldOf(store))).toBe(false);
  });

  it('stay unchanged when no migration fits the schema, without blocking the others', async () => {
    await storeEarlier(3);
    const strict = { ...WeighedParcels, schema: z.object({ weight: z.int().min(1), isHeavy: z.boolean() }) };
    const store = await open(strict);

    expect(await bringAll(store)).toMatchObject({ seen: 3, done: 2, failed: 1 });

    expect(await raw('parcels/p00000')).toMatchObject({ 'old.name': { stringValue: 'no 0' } });
    expect(lines).toContain('store.not_brought_over');
  });

  it('are upgraded by one of the starting servers, which serve meanwhile', async () => {
    const vars = { FIRESTORE_EMULATOR_HOST: host ?? '', FIRESTORE_PROJECT_ID: projectId };
    const { id, data } = testConversation(['usr_ann', 'usr_bob'], clock.now());
    const { listChangedAt: _, ...old } = data;
    const earlier = await open(EarlierConversations);
    await earlier.set(EarlierConversations, id, old);
    const servers = await Promise.all([testContext({ vars }), testContext({ vars })]);
    const changed = from(Conversations)
      .where('participantIds', 'has', 'usr_ann')
      .where('listed', '==', true)
      .orderBy('listChangedAt', 'desc')
      .limit(5);
    const [server] = servers;
    expect((await server.data.find(changed)).rows).toEqual([]);

    await Promise.all(servers.map((runtime) => startDocumentUpgrade(runtime)));

    await vi.waitFor(async () => expect((await server.data.find(changed)).rows).toHaveLength(1), PATIENCE);
    await vi.waitFor(async () => {
      const { rows } = await server.data.find(
        from(ProcessRuns).where('processId', '==', documentUpgrade.id).orderBy('startedAt', 'desc').limit(5),
      );
      // A server that comes second finds the upgrade done or running.
      expect(new Set(rows.map(({ data: run }) => `${run.trigger} ${run.status}`))).toEqual(
        new Set(['startup succeeded']),
      );
      expect(rows.reduce((sum, { data: run }) => sum + run.counts.done, 0)).toBe(1);
    }, PATIENCE);
  });
});
