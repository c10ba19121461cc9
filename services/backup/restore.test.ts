import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { collection } from '#lib/data/collection.ts';
import { openSqlite } from '#services/database/sqlite.ts';
import { openDisk } from '#services/files/disk.ts';
import { makeBackup } from './make-backup.ts';
import { readManifest } from './manifest.ts';
import { restoreBackup } from './restore.ts';
import { hashFile } from './sums.ts';

const Notes = collection('notes', {
  label: 'Note',
  schema: z.object({ n: z.int(), text: z.string().optional() }),
  indexes: [['n']],
});
const now = new Date('2026-03-03T03:10:00.000Z');

let root: string;
let dataFolder: string;
let from: string;
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'plaza-restore-'));
  dataFolder = join(root, 'data');
  const store = openNotes();
  for (let n = 0; n < 50; n++) await store.set(Notes, `n${n}`, { n, text: 'x'.repeat(2_000) });
  await store.close();
  writeFileSync(join(dataFolder, 'keys.json'), '{"keys":"old"}');
  await openDisk(join(dataFolder, 'files')).put('mail/eml_1/raw', Buffer.from('From: a mail'));
  from = (await makeBackup({ dataFolder, into: join(root, 'backups'), now: new Date('2026-03-02T03:10:00.000Z') }))
    .path;
});
afterEach(() => rmSync(root, { recursive: true }));

const openNotes = (folder = dataFolder) =>
  openSqlite({ path: join(folder, 'plaza.db'), collections: [Notes], now: () => now, log: () => undefined });
const fileOf = (name: string) => readFileSync(join(dataFolder, name), 'utf8');
/** Returns the names in a folder, without the empty log that a reader leaves beside a database. */
const namesIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => !/-(wal|shm)$/.test(name))
    .sort();
const restore = () => restoreBackup({ from, dataFolder, now });

/** Writes a manifest that matches a changed list of hashes. */
async function signAgain(): Promise<void> {
  const manifest = await readManifest(from);
  const content = { ...manifest.content, sums: await hashFile(join(from, 'SHA256SUMS')) };
  writeFileSync(join(from, 'manifest.json'), JSON.stringify({ ...manifest, content }));
}

describe('restoreBackup', () => {
  it('restores database, keys and files when the data folder is missing', async () => {
    rmSync(dataFolder, { recursive: true });

    const { documents, before } = await restore();

    const store = openNotes();
    expect((await store.need(Notes, 'n49')).data.n).toBe(49);
    await store.close();
    expect({ documents, before }).toEqual({ documents: 50, before: null });
    expect(fileOf('keys.json')).toBe('{"keys":"old"}');
    expect(fileOf('files/mail/eml_1/raw.bin')).toBe('From: a mail');
    expect(readdirSync(dataFolder).filter((name) => /restoring|before/.test(name))).toEqual([]);
  });

  it('moves the existing data aside and deletes none of it', async () => {
    const store = openNotes();
    await store.set(Notes, 'later', { n: -1 });
    await store.close();
    writeFileSync(join(dataFolder, 'keys.json'), '{"keys":"new"}');
    await openDisk(join(dataFolder, 'files')).put('att_later', Buffer.from('later'));

    const { before } = await restore();

    const [restored, kept] = [openNotes(), openNotes(before ?? '')];
    expect(await restored.get(Notes, 'later')).toBeUndefined();
    expect((await kept.need(Notes, 'later')).data.n).toBe(-1);
    await Promise.all([restored.close(), kept.close()]);
    expect(existsSync(join(dataFolder, 'files/att_later.bin'))).toBe(false);
    expect(readFileSync(join(before ?? '', 'files/att_later.bin'), 'utf8')).toBe('later');
    expect(readFileSync(join(before ?? '', 'keys.json'), 'utf8')).toBe('{"keys":"new"}');
  });

  it.each([
    ['', () => undefined],
    [', even when its database is damaged', () => writeFileSync(join(dataFolder, 'plaza.db'), 'x'.repeat(9_000))],
  ])('rejects a folder that another process has open%s', async (_, damage) => {
    const holding = `
      const { DatabaseSync } = require('node:sqlite');
      const database = new DatabaseSync(${JSON.stringify(join(dataFolder, 'plaza.db'))});
      database.exec('PRAGMA journal_mode = WAL');
      database.prepare('SELECT count(*) FROM sqlite_schema').get();
      console.log('open');
      setInterval(() => {}, 1000);`;
    const holder = spawn(process.execPath, ['-e', holding], { stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(holder, 'exit');
    try {
      await once(holder.stdout, 'data');
      damage();

      await expect(restore()).rejects.toThrow('in use');
    } finally {
      holder.kill('SIGKILL');
      await ended;
    }
    expect(readdirSync(dataFolder).filter((name) => /restoring|before/.test(name))).toEqual([]);

    expect((await restore()).documents).toBe(50);
  });

  it.each([
    ['a file that has changed', () => appendFileSync(join(from, 'files/mail/eml_1/raw.bin'), '!'), 'hash'],
    ['keys that have changed', () => writeFileSync(join(from, 'keys.json'), '{}'), 'hash'],
    ['a file that is missing', () => rmSync(join(from, 'files/mail/eml_1/raw.bin')), 'cannot be copied'],
    ['a list that has changed', () => appendFileSync(join(from, 'SHA256SUMS'), '\n'), 'SHA256SUMS'],
    ['no manifest', () => rmSync(join(from, 'manifest.json')), 'is not a backup'],
  ])('rejects a backup with %s and changes nothing', async (_, damage, reason) => {
    damage();

    await expect(restore()).rejects.toThrow(reason);

    expect(namesIn(dataFolder)).toEqual(['files', 'keys.json', 'plaza.db']);
  });

  it('rejects a database that SQLite finds damaged although its hash matches', async () => {
    const path = join(from, 'plaza.db');
    const bytes = readFileSync(path);
    bytes.fill(0x5a, 8 * 4096, 12 * 4096);
    writeFileSync(path, bytes);
    const sums = readFileSync(join(from, 'SHA256SUMS'), 'utf8');
    writeFileSync(join(from, 'SHA256SUMS'), sums.replace(/^\w{64}(?= {2}plaza\.db$)/m, await hashFile(path)));
    await signAgain();

    await expect(restore()).rejects.toThrow('damaged');

    expect(namesIn(dataFolder)).toEqual(['files', 'keys.json', 'plaza.db']);
  });

  it.each(['../stolen.txt', 'files/../../stolen.txt', '/etc/hostname', 'elsewhere/a.bin'])(
    'rejects a checksum list that names a path outside the data folder: %s',
    async (path) => {
      cpSync(join(from, 'keys.json'), join(root, 'stolen.txt'));
      appendFileSync(join(from, 'SHA256SUMS'), `${await hashFile(join(from, 'keys.json'))}  ${path}\n`);
      await signAgain();

      await expect(restore()).rejects.toThrow('does not belong to a backup');
    },
  );

  it('replaces a database that is too damaged to open', async () => {
    writeFileSync(join(dataFolder, 'plaza.db'), 'no database at all, but long enough to be read as one'.repeat(100));

    const { before } = await restore();

    expect((await openAndCount()).n).toBe(50);
    expect(readFileSync(join(before ?? '', 'plaza.db'), 'utf8')).toContain('no database at all');
  });
});

async function openAndCount() {
  const store = openNotes();
  const row = await store.need(Notes, 'n49');
  await store.close();
  return { n: row.data.n + 1 };
}
