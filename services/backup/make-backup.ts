import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupMade } from '#lib/context/ports/backups.ts';
import { DAY_MS } from '#lib/core/time.ts';
import { VERSION } from '#lib/core/version.ts';
import { DATABASE, FOLDERS, KEYS } from './contents.ts';
import { copyFiles, readEarlier } from './copy-files.ts';
import { copyDatabase } from './database-copy.ts';
import { listBackups, PART, stampPattern, writeManifest } from './manifest.ts';
import { hashFile, openSums, SUMS } from './sums.ts';
import { syncPath } from './sync-path.ts';

export type BackupOptions = {
  readonly dataFolder: string;
  /** The folder of backups; each is a folder of its own in it. */
  readonly into: string;
  readonly now: Date;
  /** How many backups are kept after this one; all of them where it is not given. */
  readonly keep?: number | undefined;
  /** Whether uploaded files lie in a bucket, and so not in the backup. */
  readonly hasBucket?: boolean;
  /** SESSION_KEYS or SETTINGS_ENCRYPTION_KEYS is set: a key file beside them is not the one in use. */
  readonly hasEnvironmentKeys?: boolean;
};

/**
 * Makes a backup of a data folder, also while a server uses it: the database first, then keys and files. A file is stored
 * before the row that names it and never changed, so every file that the copied rows name is copied too, unless it was
 * erased meanwhile. The folder gets its name when it is whole; a backup that fails leaves nothing.
 */
export async function makeBackup({
  dataFolder,
  into,
  now,
  keep,
  hasBucket = false,
  hasEnvironmentKeys = false,
}: BackupOptions): Promise<BackupMade> {
  await mkdir(into, { recursive: true, mode: 0o700 });
  await clearLeftovers(into, now);
  const path = join(into, now.toISOString().replace(/[:.]/g, '-'));
  const part = `${path}${PART}`;
  if (existsSync(path)) throw new Error(`${path} exists already`);
  await mkdir(part, { mode: 0o700 });
  try {
    const content = await fill(part, { dataFolder, into, now, hasBucket, hasEnvironmentKeys });
    await rename(part, path);
    await syncPath(into);
    const left = keep === undefined ? [] : await removeOldest(into, keep);
    return { path, createdAt: now.toISOString(), ...content, left };
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    throw error;
  }
}

type Filling = Required<Pick<BackupOptions, 'dataFolder' | 'into' | 'now' | 'hasBucket' | 'hasEnvironmentKeys'>>;

async function fill(part: string, { dataFolder, into, now, hasBucket, hasEnvironmentKeys }: Filling) {
  const [newest] = await listBackups(into);
  const sums = await openSums(part);
  const database = join(part, DATABASE);
  const { counts } = await copyDatabase(join(dataFolder, DATABASE), database);
  await chmod(database, 0o600);
  await sums.add(DATABASE, await hashFile(database));
  const earlier = await readEarlier(newest?.path);
  const copying = { from: dataFolder, to: part, earlier, sums };
  const { files: keyFiles, ...keys } = await copyFiles({ ...copying, entries: [KEYS] });
  const files = await copyFiles({ ...copying, entries: FOLDERS });
  await sums.close();

  const content = {
    files: keyFiles + files.files,
    sizeBytes: (await stat(database)).size + keys.sizeBytes + files.sizeBytes,
  };
  await writeManifest(part, {
    format: 1,
    version: VERSION,
    createdAt: now.toISOString(),
    keys: keyFiles > 0 && !hasEnvironmentKeys ? 'file' : 'environment',
    files: hasBucket ? 'bucket' : 'folder',
    counts,
    content: { ...content, sums: await hashFile(join(part, SUMS)) },
  });
  return { ...content, copied: keys.copied + files.copied };
}

/** Removes what an earlier backup left that was killed. One that is still at work is younger. */
async function clearLeftovers(into: string, now: Date): Promise<void> {
  for (const name of await readdir(into)) {
    if (!name.endsWith(PART) || !stampPattern.test(name.slice(0, -PART.length))) continue;
    const { mtimeMs } = await stat(join(into, name));
    if (now.getTime() - mtimeMs > DAY_MS) await rm(join(into, name), { recursive: true, force: true });
  }
}

/** Removes the oldest backups beyond a number, and returns the folders of those it could not remove: the new one is whole. */
async function removeOldest(into: string, keep: number): Promise<readonly string[]> {
  const left: string[] = [];
  for (const { path } of (await listBackups(into)).slice(keep))
    await rm(path, { recursive: true }).catch(() => left.push(path));
  return left;
}
