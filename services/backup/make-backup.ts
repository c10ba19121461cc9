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
  /** The folder of backups; each backup is a subfolder. */
  readonly into: string;
  readonly now: Date;
  /** The number of backups to keep, with this one; all when omitted. */
  readonly keep?: number | undefined;
  /** True when uploaded files are in a bucket, and therefore not in the backup. */
  readonly hasBucket?: boolean;
  /** True when SESSION_KEYS or SETTINGS_ENCRYPTION_KEYS is set: then the key file is not in use. */
  readonly hasEnvironmentKeys?: boolean;
};

/**
 * Makes a backup of a data folder, even while a server uses it: first the database, then keys and files. A file is
 * stored before the row that names it and never changes. So every file that the copied rows name is copied too, unless
 * it was deleted meanwhile. The folder gets its final name when it is complete; a failed backup leaves no files.
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
  if (existsSync(path)) throw new Error(`${path} already exists`);
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

/** Removes the remains of killed backups. A backup still in progress is younger than a day. */
async function clearLeftovers(into: string, now: Date): Promise<void> {
  for (const name of await readdir(into)) {
    if (!name.endsWith(PART) || !stampPattern.test(name.slice(0, -PART.length))) continue;
    const { mtimeMs } = await stat(join(into, name));
    if (now.getTime() - mtimeMs > DAY_MS) await rm(join(into, name), { recursive: true, force: true });
  }
}

/**
 * Removes the oldest backups beyond `keep`. Returns the folders that could not be removed; the new backup is complete
 * anyway.
 */
async function removeOldest(into: string, keep: number): Promise<readonly string[]> {
  const left: string[] = [];
  for (const { path } of (await listBackups(into)).slice(keep))
    await rm(path, { recursive: true }).catch(() => left.push(path));
  return left;
}
