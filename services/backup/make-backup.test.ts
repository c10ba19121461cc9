import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { after, DAY_MS, HOUR_MS } from '#lib/core/time.ts';
import { VERSION } from '#lib/core/version.ts';
import { collection } from '#lib/data/collection.ts';
import { openSqlite } from '#services/database/sqlite.ts';
import { openDisk } from '#services/files/disk.ts';
import { makeBackup } from './make-backup.ts';
import { listBackups, readManifest } from './manifest.ts';

const Notes = collection('notes', { label: 'Note', schema: z.object({ n: z.int() }), indexes: [['n']] });
const start = new Date('2026-03-02T03:10:00.000Z');
const later = (hours: number) => new Date(after(start, hours * HOUR_MS));

let root: string;
let dataFolder: string;
let into: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'plaza-backup-'));
  [dataFolder, into] = [join(root, 'data'), join(root, 'backups')];
});
afterEach(() => rmSync(root, { recursive: true }));

const openNotes = () =>
  openSqlite({ path: join(dataFolder, 'plaza.db'), collections: [Notes], now: () => new Date(), log: () => undefined });
async function fillFolder(): Promise<void> {
  const store = openNotes();
  await store.set(Notes, 'a', { n: 1 });
  await store.close();
  writeFileSync(join(dataFolder, 'keys.json'), '{"SESSION_KEYS":"k1:abc"}', { mode: 0o600 });
  await openDisk(join(dataFolder, 'files')).put('mail/eml_1/raw', Buffer.from('From: a mail'));
}

describe('makeBackup', () => {
  it('copies database, keys and files, with checksums that sha256sum confirms', async () => {
    await fillFolder();

    const made = await makeBackup({ dataFolder, into, now: start });

    expect(made).toMatchObject({ path: join(into, '2026-03-02T03-10-00-000Z'), files: 2, copied: 2 });
    expect(await readManifest(made.path)).toMatchObject({
      version: VERSION,
      createdAt: start.toISOString(),
      keys: 'file',
      files: 'folder',
      counts: { notes: 1 },
    });
    const checked = execFileSync('sha256sum', ['-c', 'SHA256SUMS'], { cwd: made.path, encoding: 'utf8' });
    expect(checked.trim().split('\n').sort()).toEqual([
      'files/mail/eml_1/raw.bin: OK',
      'keys.json: OK',
      'plaza.db: OK',
    ]);
  });

  it('makes the backup readable by its owner alone', async () => {
    await fillFolder();

    const { path } = await makeBackup({ dataFolder, into, now: start });

    const found = readdirSync(path, { recursive: true, withFileTypes: true });
    const open = found.filter((entry) => (statSync(join(entry.parentPath, entry.name)).mode & 0o077) !== 0);
    expect(open.map(({ name }) => name)).toEqual([]);
    expect(statSync(path).mode & 0o077).toBe(0);
  });

  it('hard-links files that the last backup has and copies only new and changed ones', async () => {
    await fillFolder();
    const files = openDisk(join(dataFolder, 'files'));
    await files.put('att_1', Buffer.from('picture'));
    const first = await makeBackup({ dataFolder, into, now: start });
    await files.put('att_2', Buffer.from('new'));
    await files.put('att_1', Buffer.from('PICTURE'));
    utimesSync(join(dataFolder, 'files/att_1.bin'), later(1), later(1));

    const second = await makeBackup({ dataFolder, into, now: later(24) });

    const inode = (backup: { path: string }, file: string) => statSync(join(backup.path, 'files', file)).ino;
    expect(second).toMatchObject({ files: 4, copied: 2 });
    expect(inode(second, 'mail/eml_1/raw.bin')).toBe(inode(first, 'mail/eml_1/raw.bin'));
    expect(readFileSync(join(first.path, 'files/att_1.bin'), 'utf8')).toBe('picture');
    expect(readFileSync(join(second.path, 'files/att_1.bin'), 'utf8')).toBe('PICTURE');
    expect(readFileSync(join(second.path, 'files/att_2.bin'), 'utf8')).toBe('new');
  });

  it('copies a file again when the last backup’s copy is damaged', async () => {
    await fillFolder();
    const first = await makeBackup({ dataFolder, into, now: start });
    const held = join(first.path, 'files/mail/eml_1/raw.bin');
    const { atime, mtime, size } = statSync(held);
    writeFileSync(held, 'x'.repeat(size));
    utimesSync(held, atime, mtime);

    const second = await makeBackup({ dataFolder, into, now: later(24) });

    const living = readFileSync(join(dataFolder, 'files/mail/eml_1/raw.bin'));
    expect(readFileSync(join(second.path, 'files/mail/eml_1/raw.bin'))).toEqual(living);
  });

  it('keeps the configured number of backups and leaves other folders alone', async () => {
    await fillFolder();
    mkdirSync(join(into, '2020-01-01T00-00-00-000Z'), { recursive: true });
    writeFileSync(join(into, '2020-01-01T00-00-00-000Z', 'mine.txt'), 'mine');

    for (const hour of [0, 1, 2, 3]) await makeBackup({ dataFolder, into, now: later(hour), keep: 2 });

    expect((await listBackups(into)).map(({ createdAt }) => createdAt)).toEqual([
      later(3).toISOString(),
      later(2).toISOString(),
    ]);
    expect(readFileSync(join(into, '2020-01-01T00-00-00-000Z', 'mine.txt'), 'utf8')).toBe('mine');
  });

  it('leaves no partial folder after a failure and deletes no earlier backup', async () => {
    await fillFolder();
    const { path } = await makeBackup({ dataFolder, into, now: start, keep: 1 });
    rmSync(join(dataFolder, 'plaza.db'));

    await expect(makeBackup({ dataFolder, into, now: later(24), keep: 1 })).rejects.toThrow('no database');

    expect((await listBackups(into)).map((backup) => backup.path)).toEqual([path]);
    expect(readdirSync(into)).toHaveLength(1);
  });

  it('copies the content behind a linked file, and rejects links to a folder or to nothing', async () => {
    await fillFolder();
    writeFileSync(join(root, 'elsewhere.bin'), 'elsewhere');
    symlinkSync(join(root, 'elsewhere.bin'), join(dataFolder, 'files/linked.bin'));
    const { path } = await makeBackup({ dataFolder, into, now: start });
    expect(readFileSync(join(path, 'files/linked.bin'), 'utf8')).toBe('elsewhere');

    mkdirSync(join(root, 'more'));
    symlinkSync(join(root, 'more'), join(dataFolder, 'files/more'));

    await expect(makeBackup({ dataFolder, into, now: later(1) })).rejects.toThrow('files/more is a link to a folder');

    rmSync(join(root, 'more'), { recursive: true });

    await expect(makeBackup({ dataFolder, into, now: later(2) })).rejects.toThrow('files/more is a link to nothing');
  });

  it('deletes the unfinished folder of a killed backup after a day', async () => {
    await fillFolder();
    const left = join(into, '2026-03-01T03-10-00-000Z.part');
    mkdirSync(left, { recursive: true });
    const old = new Date(start.getTime() - DAY_MS - 1);
    utimesSync(left, old, old);
    mkdirSync(join(into, '2026-03-02T03-00-00-000Z.part'));
    utimesSync(join(into, '2026-03-02T03-00-00-000Z.part'), start, start);

    await makeBackup({ dataFolder, into, now: start });

    expect(readdirSync(into).sort()).toEqual(['2026-03-02T03-00-00-000Z.part', '2026-03-02T03-10-00-000Z']);
  });

  it('records in the manifest that keys are in the environment and files in a bucket', async () => {
    await openNotes().close();

    const { path } = await makeBackup({ dataFolder, into, now: start, hasBucket: true });

    expect(await readManifest(path)).toMatchObject({ keys: 'environment', files: 'bucket' });
  });
});
