import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Users } from '#lib/auth/collections.ts';
import type { Store } from '#lib/data/store.ts';
import { allCollections } from '#services/collections.ts';
import { openFirestore } from '#services/database/firestore.ts';
import { openSqlite } from '#services/database/sqlite.ts';
import { asUser, testContext } from '#tests/support/context.ts';
import { LIMIT, type PeerAnswer, peers } from '#tests/support/peer-worker.ts';
import { freshProject, sharedEmulator } from '#tests/support/shared-emulator.ts';
import { openWorkers } from '#tests/support/workers.ts';

type Place = { readonly name: string; readonly open: () => Promise<Store> };

const host = await sharedEmulator();
const world = { collections: allCollections, now: () => new Date(), log: () => undefined };
const folders: string[] = [];

/** Each test has a store of its own; its processes open it by name. */
const places: Readonly<Record<string, () => Place>> = {
  'one SQLite file': () => {
    const folder = mkdtempSync(join(tmpdir(), 'plaza-peers-'));
    folders.push(folder);
    const path = join(folder, 'plaza.db');
    return { name: path, open: async () => openSqlite({ ...world, path }) };
  },
  ...(host !== null && {
    'one Firestore': () => {
      const projectId = freshProject();
      const open = () => openFirestore({ ...world, projectId, emulatorHost: host });
      return { name: `firestore:${host}/${projectId}`, open };
    },
  }),
};

/** More than the limit from each process, and many concurrent requests for the same conversation and message. */
const AT_ONCE = 110;

describe.each(Object.entries(places))('two processes over %s', (_, place) => {
  let answers: readonly PeerAnswer[] = [];
  beforeAll(async () => {
    const { name, open } = place();
    const store = await open();
    const { id: _id, ...person } = (await asUser(await testContext())).user;
    await store.batch((write) => {
      for (const id of peers) write.create(Users, id, person);
    });
    const workers = openWorkers(name, { script: 'peer-worker.ts', processes: 2 });
    answers = await workers.answers<PeerAnswer>('all', AT_ONCE);
    await workers.end();
    await store.close();
  });
  afterAll(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
  });

  it('S60 allow exactly the limit together when called at once', () => {
    expect(answers.reduce((sum, { passed }) => sum + passed, 0)).toBe(LIMIT);
  });

  it.each(['made', 'sent'] as const)('create exactly one of what is %s in both at once', (what) => {
    const all = answers.flatMap((answer) => answer[what]);

    expect(all).toHaveLength(2 * AT_ONCE);
    expect(new Set(all.map(({ id }) => id)).size).toBe(1);
    expect(all.filter(({ isNew }) => isNew)).toHaveLength(1);
  });
});
