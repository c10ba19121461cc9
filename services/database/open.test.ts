import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { collection } from '#lib/data/collection.ts';
import type { Store } from '#lib/data/store.ts';
import { databasePath, openStore, type StoreEnv } from './open.ts';
import { sqliteHandleOf } from './sqlite-handle.ts';

const Notes = collection('notes', { label: 'Note', schema: z.object({ n: z.int() }), indexes: [['n']] });
const PAGE_BYTES = 4_096;
const world = { now: () => new Date(), log: () => undefined };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plaza-open-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const envWith = (patch: Partial<StoreEnv> = {}): StoreEnv => ({
  PLAZA_DATA_DIR: join(folder, 'data'),
  SQLITE_SYNCHRONOUS: 'FULL',
  STRICT_INDEXES: false,
  VERCEL: undefined,
  FIRESTORE_PROJECT_ID: undefined,
  FIRESTORE_DATABASE_ID: '(default)',
  FIREBASE_SERVICE_ACCOUNT: undefined,
  GOOGLE_APPLICATION_CREDENTIALS: undefined,
  FIRESTORE_EMULATOR_HOST: undefined,
  ...patch,
});
const open = (patch: Partial<StoreEnv> = {}) => openStore(envWith(patch), [Notes], world);

/** Inserts enough documents for more than one page of each table and index. */
async function fill(store: Store): Promise<void> {
  for (let from = 0; from < 2_000; from += 500)
    await store.batch((write) => {
      for (let n = from; n < from + 500; n++) write.set(Notes, `n${n}`, { n });
    });
}

describe('openStore', () => {
  it('opens SQLite in the data folder when nothing is configured', async () => {
    const store = await open();
    await store.set(Notes, 'n1', { n: 1 });
    await store.close();

    expect(existsSync(databasePath(envWith()))).toBe(true);
    const again = await open();
    expect((await again.need(Notes, 'n1')).data.n).toBe(1);
    await again.close();
  });

  it('sets PRAGMA synchronous from the environment', async () => {
    const store = await open({ SQLITE_SYNCHRONOUS: 'NORMAL' });

    expect(sqliteHandleOf(store)?.database.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 1 });
    await store.close();
  });

  it('throws on a host without a durable disk and creates no file', async () => {
    await expect(open({ VERCEL: '1' })).rejects.toThrow(/FIRESTORE_PROJECT_ID is missing/);

    expect(existsSync(join(folder, 'data'))).toBe(false);
  });

  it.each<[string, Partial<StoreEnv>, RegExp]>([
    ['no credentials', {}, /FIREBASE_SERVICE_ACCOUNT is missing/],
    ['an account that is not JSON', { FIREBASE_SERVICE_ACCOUNT: 'bm8=' }, /FIREBASE_SERVICE_ACCOUNT/],
    ['a missing file', { GOOGLE_APPLICATION_CREDENTIALS: '/nowhere.json' }, /GOOGLE_APPLICATION_CREDENTIALS/],
    ['an emulator without a port', { FIRESTORE_EMULATOR_HOST: 'localhost' }, /FIRESTORE_EMULATOR_HOST/],
  ])('names the variable that an incomplete Firestore configuration lacks: %s', async (_, patch, message) => {
    await expect(open({ FIRESTORE_PROJECT_ID: 'plaza-test', ...patch })).rejects.toThrow(message);

    expect(existsSync(join(folder, 'data'))).toBe(false);
  });

  const modes = (names: readonly string[]) =>
    names.map((name) => statSync(join(folder, 'data', name)).mode & 0o777).map((mode) => mode.toString(8));
  const files = ['plaza.db', 'plaza.db-wal', 'plaza.db-shm'];

  it('makes its folder and files accessible to the owner alone from the start', async () => {
    const store = await open();
    await store.set(Notes, 'n1', { n: 1 });

    expect(modes(['.', ...files])).toEqual(['700', '600', '600', '600']);
    await store.close();
  });

  it('restricts a folder and files that an earlier version left readable by others', async () => {
    const earlier = await open();
    await earlier.set(Notes, 'n1', { n: 1 });
    chmodSync(join(folder, 'data'), 0o755);
    for (const name of files) chmodSync(join(folder, 'data', name), 0o644);

    const store = await open();

    expect(modes(['.', ...files])).toEqual(['700', '600', '600', '600']);
    expect((await store.need(Notes, 'n1')).data.n).toBe(1);
    await Promise.all([earlier.close(), store.close()]);
  });

  it('leaves the mode of a shared folder unchanged', async () => {
    chmodSync(folder, 0o1777);
    await (await open({ PLAZA_DATA_DIR: folder })).close();

    expect(statSync(folder).mode & 0o7777).toBe(0o1777);
  });

  it.each([1, 2, 'every'] as const)('reports a damaged database and how to restore it: page %s', async (page) => {
    const store = await open();
    await fill(store);
    await store.close();
    const path = databasePath(envWith());
    const bytes = readFileSync(path);
    const [from, to] = page === 'every' ? [0, bytes.length] : [(page - 1) * PAGE_BYTES, page * PAGE_BYTES];
    bytes.fill(0xa5, from, to);
    writeFileSync(path, bytes);

    const failure = await open().catch((error: unknown) => String(error));

    expect(failure).toMatch(/plaza\.db is damaged; .*npm run restore -- FROM/);
    expect(failure).not.toContain('writable');
  });

  it('detects a single damaged page anywhere in the file', async () => {
    const store = await open();
    await fill(store);
    await store.close();
    const path = databasePath(envWith());
    const sound = readFileSync(path);

    for (let page = 4; page * PAGE_BYTES < sound.length; page += 7) {
      const bytes = Buffer.from(sound);
      bytes.fill(0xa5, (page - 1) * PAGE_BYTES, page * PAGE_BYTES);
      writeFileSync(path, bytes);
      await expect(open(), `page ${page}`).rejects.toThrow(/is damaged/);
    }
    writeFileSync(path, sound);
    await (await open()).close();
  });

  it('names PLAZA_DATA_DIR when the folder cannot be written', async () => {
    writeFileSync(join(folder, 'data'), 'a file');

    await expect(open()).rejects.toThrow(/PLAZA_DATA_DIR/);
  });
});
