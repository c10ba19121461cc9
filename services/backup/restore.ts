import { constants, existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, readdir, rename, rm, rmdir, stat, utimes } from 'node:fs/promises';
import { dirname, join, normalize, resolve, sep } from 'node:path';
import { DATABASE, FOLDERS, KEYS } from './contents.ts';
import { inspectDatabase } from './database-copy.ts';
import { holdAlone } from './hold-alone.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { hashFile, readSums, SUMS } from './sums.ts';
import { syncPath } from './sync-path.ts';

/** Everything in a data folder that a backup may replace, including the log of its database. */
const PLACES = [DATABASE, `${DATABASE}-wal`, `${DATABASE}-shm`, `${DATABASE}-journal`, KEYS, ...FOLDERS];
const isKnown = (path: string): boolean =>
  path === DATABASE || path === KEYS || FOLDERS.some((folder) => path.startsWith(`${folder}/`));

export type RestoreOptions = { readonly from: string; readonly dataFolder: string; readonly now: Date };
export type Restored = {
  readonly manifest: Manifest;
  readonly documents: number;
  /** The folder with the previous content of the data folder; null when there was none. */
  readonly before: string | null;
};

/**
 * Restores a backup into a data folder that no process uses. First all files are copied into a staging folder and
 * checked: each file against its hash, the database by SQLite and by its counts. Only then are they moved into place.
 * The previous content is moved into a folder beside them, never deleted. Any error throws and changes nothing.
 */
export async function restoreBackup({ from, dataFolder, now }: RestoreOptions): Promise<Restored> {
  const manifest = await readManifest(from).catch((cause) => {
    throw new Error(`${from} is not a backup that can be restored: ${messageOf(cause)}`, { cause });
  });
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  // The lock is checked before the long copy, and again after it.
  assertHeld(dataFolder)();
  const stamp = now.toISOString().replace(/[:.]/g, '-');
  const staged = join(dataFolder, `restoring-${stamp}`);
  try {
    await mkdir(staged, { mode: 0o700 });
    await copyChecked(from, staged, manifest);
    const before = await swap(staged, dataFolder, join(dataFolder, `before-${stamp}`));
    return { manifest, documents: totalOf(manifest), before };
  } finally {
    await rm(staged, { recursive: true, force: true });
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
const totalOf = ({ counts }: Manifest): number => Object.values(counts).reduce((sum, count) => sum + count, 0);

function assertHeld(dataFolder: string): () => void {
  const release = holdAlone(join(dataFolder, DATABASE));
  if (release) return release;
  throw new Error(`${dataFolder} is in use: stop the server, and \`npm run listen\` if it runs, then try again`);
}

/** Copies a backup and checks the copy, so that neither a damaged backup nor a failing disk goes unnoticed. */
async function copyChecked(from: string, to: string, { counts, content }: Manifest): Promise<void> {
  if ((await hashFile(join(from, SUMS))) !== content.sums) throw new Error(`${SUMS} has been changed since the backup`);
  let files = 0;
  for await (const { path, sha256 } of readSums(from)) {
    const target = join(to, path);
    if (!isKnown(path) || !resolve(target).startsWith(resolve(to) + sep) || normalize(path) !== path)
      throw new Error(`${SUMS} names ${path}, which does not belong to a backup`);
    await copyOne(join(from, path), target, path);
    if ((await hashFile(target)) !== sha256) throw new Error(`${path} is damaged: its hash does not match`);
    files += path === DATABASE ? 0 : 1;
  }
  if (files !== content.files || !existsSync(join(to, DATABASE)))
    throw new Error(`${from} is incomplete: ${files} of ${content.files} files, or no database`);
  const inspected = await inspectDatabase(join(to, DATABASE));
  const different = Object.keys({ ...counts, ...inspected.counts }).filter(
    (name) => counts[name] !== inspected.counts[name],
  );
  if (different.length > 0)
    throw new Error(`the database and the manifest have different counts: ${different.join(', ')}`);
}

async function copyOne(source: string, target: string, path: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  try {
    const { atime, mtime } = await stat(source);
    await copyFile(source, target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    await chmod(target, 0o600);
    // The next backup then recognises the file as unchanged.
    await utimes(target, atime, mtime);
    await syncPath(target);
  } catch (cause) {
    throw new Error(`${path} cannot be copied: ${messageOf(cause)}`, { cause });
  }
}

/**
 * Moves the previous content aside and the staged files into place, while the old database is locked. The new database
 * is moved last: a server that starts meanwhile finds no database, rather than one without its files.
 */
async function swap(staged: string, dataFolder: string, before: string): Promise<string | null> {
  const release = assertHeld(dataFolder);
  try {
    await mkdir(before, { mode: 0o700 });
    const out = PLACES.filter((name) => existsSync(join(dataFolder, name)));
    const arrived = (await readdir(staged)).sort((a, b) => Number(a === DATABASE) - Number(b === DATABASE));
    const done: (readonly [string, string])[] = [];
    try {
      for (const [from, to] of [
        ...out.map((name) => [join(dataFolder, name), join(before, name)] as const),
        ...arrived.map((name) => [join(staged, name), join(dataFolder, name)] as const),
      ]) {
        await rename(from, to);
        done.push([from, to]);
      }
    } catch (error) {
      for (const [from, to] of done.reverse()) await rename(to, from);
      throw error;
    }
    await syncPath(dataFolder);
    if (out.length > 0) return before;
    await rmdir(before);
    return null;
  } finally {
    release();
  }
}
