import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { FILE_KEY, type FileStore } from '#lib/context/ports/files.ts';
import { assertOutsideTransaction } from '#lib/data/in-transaction.ts';

/** The suffix of a partly written file. No key ends like this, so such a file is never read as a stored file. */
const HALF = '.half';
/** A partly written file of this age has no writer any more: its process died. */
const HALF_LIFE_MS = 3_600_000;
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');

/**
 * Opens a file store in a folder of this machine. A file is written under a temporary name, synced, and then renamed in
 * one step. So a crash leaves the old file or the new one, and perhaps a remainder that a later write into the folder
 * removes.
 */
export function openDisk(folder: string): FileStore {
  const pathOf = (key: string): string => {
    if (!FILE_KEY.test(key)) throw new Error('a file key must consist of parts with letters, digits, _ and -');
    return join(folder, `${key}.bin`);
  };
  return {
    put: async (key, bytes) => {
      assertOutsideTransaction('the file store');
      const path = pathOf(key);
      // Between the creation of the folder and its use, `remove` may have deleted the empty folder.
      await putOnce(path, bytes).catch((error) => (isMissing(error) ? putOnce(path, bytes) : Promise.reject(error)));
    },
    read: async (key) => {
      const file = await openOrNull(pathOf(key));
      if (file === null) return null;
      try {
        return new Uint8Array(await file.readFile());
      } finally {
        await file.close();
      }
    },
    open: async (key, part) => {
      const file = await openOrNull(pathOf(key));
      if (file === null) return null;
      const sizeBytes = part ? part.to - part.from + 1 : (await file.stat()).size;
      const read = file.createReadStream(part && { start: part.from, end: part.to });
      return { sizeBytes, bytes: Readable.toWeb(read) as ReadableStream<Uint8Array> };
    },
    remove: async (keys) => {
      assertOutsideTransaction('the file store');
      const paths = keys.map(pathOf);
      await Promise.all(paths.map((path) => rm(path, { force: true })));
      // A folder that is not empty stays.
      for (const parent of new Set(paths.map(dirname))) if (parent !== folder) await rmdir(parent).catch(() => {});
    },
  };
}

async function putOnce(path: string, bytes: Uint8Array): Promise<void> {
  const parent = dirname(path);
  await mkdir(parent, { recursive: true, mode: FOLDER_MODE });
  await clearLeftovers(parent);
  await writeWhole(path, bytes);
}

async function openOrNull(path: string) {
  try {
    return await open(path, 'r');
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const half = `${path}.${randomUUID()}${HALF}`;
  const file = await open(half, 'wx', FILE_MODE);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } catch (error) {
    await rm(half, { force: true });
    throw error;
  } finally {
    await file.close();
  }
  await rename(half, path);
  await makeNameDurable(dirname(path));
}

/** Syncs the folder, because a rename is durable only after that. */
async function makeNameDurable(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function clearLeftovers(folder: string): Promise<void> {
  const left = (await readdir(folder)).filter((name) => name.endsWith(HALF)).map((name) => join(folder, name));
  for (const path of left) {
    const age = await stat(path).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => 0,
    );
    if (age > HALF_LIFE_MS) await rm(path, { force: true });
  }
}
