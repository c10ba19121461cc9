import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { collection } from '#lib/data/collection.ts';
import { databasePath, openStore, type StoreEnv } from './open.ts';
import { sqliteHandleOf } from './sqlite.ts';

const Notes = collection('notes', { label: 'Note', schema: z.object({ n: z.int() }), indexes: [['n']] });
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

describe('openStore', () => {
  it('is SQLite in the data folder where nothing is configured', async () => {
    const store = await open();
    await store.set(Notes, 'n1', { n: 1 });
    await store.close();

    expect(existsSync(databasePath(envWith()))).toBe(true);
    const again = await open();
    expect((await again.need(Notes, 'n1')).data.n).toBe(1);
    await again.close();
  });

  it('writes through to the disk as the environment says', async () => {
    const store = await open({ SQLITE_SYNCHRONOUS: 'NORMAL' });

    expect(sqliteHandleOf(store)?.database.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 1 });
    await store.close();
  });

  it('keeps no file on a host without a durable disk', async () => {
    await expect(open({ VERCEL: '1' })).rejects.toThrow(/FIRESTORE_PROJECT_ID is missing/);

    expect(existsSync(join(folder, 'data'))).toBe(false);
  });

  it.each<[string, Partial<StoreEnv>, RegExp]>([
    ['no credentials', {}, /FIREBASE_SERVICE_ACCOUNT is missing/],
    ['an account that is no JSON', { FIREBASE_SERVICE_ACCOUNT: 'bm8=' }, /FIREBASE_SERVICE_ACCOUNT/],
    ['a file that is not there', { GOOGLE_APPLICATION_CREDENTIALS: '/nowhere.json' }, /GOOGLE_APPLICATION_CREDENTIALS/],
    ['an emulator without a port', { FIRESTORE_EMULATOR_HOST: 'localhost' }, /FIRESTORE_EMULATOR_HOST/],
  ])('names the variable of half a Firestore configuration: %s', async (_, patch, message) => {
    await expect(open({ FIRESTORE_PROJECT_ID: 'plaza-test', ...patch })).rejects.toThrow(message);

    expect(existsSync(join(folder, 'data'))).toBe(false);
  });

  it('gives up an unreachable Firestore within seconds', async () => {
    const unreachable = { FIRESTORE_PROJECT_ID: 'plaza-test', FIRESTORE_EMULATOR_HOST: '127.0.0.1:9' };

    await expect(open(unreachable)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  }, 9_000);

  it('says which folder cannot be written', async () => {
    writeFileSync(join(folder, 'data'), 'a file');

    await expect(open()).rejects.toThrow(/PLAZA_DATA_DIR/);
  });
});
