import { constants } from 'node:fs';
import { chmod, copyFile, link, mkdir, opendir, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { hashFile, readSums, type SumsWriter } from './sums.ts';

/** The suffix of a file that the disk store has not finished writing. */
const HALF = '.half';
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException | null)?.code;
const isMissing = (error: unknown): boolean => codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR';
/**
 * Returns true when a hard link failed: another file system, one without hard links, or too many links. Then the file
 * is copied.
 */
const isNoLink = (error: unknown): boolean =>
  ['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP', 'ENOENT'].includes(codeOf(error) ?? '');

/** An earlier backup. Unchanged files are hard links to its files. */
export type Earlier = { readonly folder: string; readonly hashes: ReadonlyMap<string, string> };

/** Reads the file list of an earlier backup. Returns null when the list cannot be read; then every file is copied. */
export async function readEarlier(folder: string | undefined): Promise<Earlier | null> {
  if (folder === undefined) return null;
  const hashes = new Map<string, string>();
  try {
    for await (const { path, sha256 } of readSums(folder)) hashes.set(path, sha256);
  } catch {
    return null;
  }
  return { folder, hashes };
}

export type CopiedFiles = { readonly files: number; readonly sizeBytes: number; readonly copied: number };

type FilesCopy = {
  readonly from: string;
  readonly to: string;
  /** Folders or single files below `from`. A missing entry is skipped. */
  readonly entries: readonly string[];
  readonly earlier: Earlier | null;
  readonly sums: SumsWriter;
};

/**
 * Copies files into a backup while they are in use. A file that an earlier backup holds with the same size and time is
 * linked from there. A file that is removed meanwhile is left out: it was deleted after the database was copied.
 */
export async function copyFiles({ from, to, entries, earlier, sums }: FilesCopy): Promise<CopiedFiles> {
  let [files, sizeBytes, copied] = [0, 0, 0];
  for (const entry of entries) {
    for await (const path of filesBelow(from, entry)) {
      const taken = await takeFile(path, { from, to, earlier }).catch((error) =>
        isMissing(error) ? null : Promise.reject(error),
      );
      if (!taken) continue;
      await sums.add(path, taken.sha256);
      files += 1;
      sizeBytes += taken.sizeBytes;
      if (taken.isNew) copied += 1;
    }
  }
  return { files, sizeBytes, copied };
}

type Taken = { readonly sha256: string; readonly sizeBytes: number; readonly isNew: boolean };

async function takeFile(
  path: string,
  { from, to, earlier }: Pick<FilesCopy, 'from' | 'to' | 'earlier'>,
): Promise<Taken> {
  const [source, target] = [join(from, path), join(to, path)];
  const { size, mtimeMs } = await stat(source);
  await mkdir(dirname(target), { recursive: true, mode: FOLDER_MODE });
  const known = await linkEarlier(path, target, { size, mtimeMs }, earlier);
  if (known !== null) return { sha256: known, sizeBytes: size, isNew: false };

  await copyFile(source, target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  await chmod(target, FILE_MODE);
  const at = new Date(Math.trunc(mtimeMs));
  await utimes(target, at, at);
  return { sha256: await hashFile(target), sizeBytes: (await stat(target)).size, isNew: true };
}

/**
 * Links a file from an earlier backup and returns its hash. Returns null when that backup's file is missing, different
 * or damaged.
 */
async function linkEarlier(
  path: string,
  target: string,
  { size, mtimeMs }: { readonly size: number; readonly mtimeMs: number },
  earlier: Earlier | null,
): Promise<string | null> {
  const sha256 = earlier?.hashes.get(path);
  if (!earlier || sha256 === undefined) return null;
  const held = join(earlier.folder, path);
  try {
    const seen = await stat(held);
    if (seen.size !== size || Math.trunc(seen.mtimeMs) !== Math.trunc(mtimeMs)) return null;
    // A link to a damaged file would spread it to every later backup, and none of those could be restored.
    if ((await hashFile(held)) !== sha256) return null;
    await link(held, target);
    return sha256;
  } catch (error) {
    if (isNoLink(error)) return null;
    throw error;
  }
}

/** Yields every file of an entry, as its path below `root`. A link to a file is included; a link to a folder throws. */
async function* filesBelow(root: string, entry: string): AsyncGenerator<string> {
  const path = join(root, entry);
  const seen = await stat(path).catch((error) => (isMissing(error) ? null : Promise.reject(error)));
  if (seen?.isFile()) yield entry;
  if (seen?.isDirectory()) yield* filesIn(root, entry);
}

async function* filesIn(root: string, folder: string): AsyncGenerator<string> {
  const found = await opendir(join(root, folder)).catch((error) => (isMissing(error) ? null : Promise.reject(error)));
  if (!found) return;
  for await (const entry of found) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* filesIn(root, path);
    else if (entry.isSymbolicLink()) yield await linkedFile(root, path);
    else if (entry.isFile() && !entry.name.endsWith(HALF)) yield path;
  }
}

/** Returns the path of a link to a file. Throws for any other link: a backup without its target is incomplete. */
async function linkedFile(root: string, path: string): Promise<string> {
  const seen = await stat(join(root, path)).catch(() => null);
  if (seen?.isFile()) return path;
  throw new Error(`${path} is a link to ${seen ? 'a folder' : 'nothing'}. Replace it with the files themselves`);
}
