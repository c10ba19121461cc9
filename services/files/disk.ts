import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { FILE_KEY, type FileStore } from '#lib/context/ports/files.ts';
import { assertOutsideTransaction } from '#lib/data/in-transaction.ts';

/** No key ends like this, so nothing half-written is ever taken for a file. */
const HALF = '.half';
/** A writer that is still at work after so long is none: its process died. */
const HALF_LIFE_MS = 3_600_000;
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');

/**
 * Files in a folder of this machine. A file is written beside its place, made durable, and then moved there in one step:
 * a crash leaves the old one or the new one, and a leftover that the next write into the folder clears away.
 */
export function openDisk(folder: string): FileStore {
  const pathOf = (key: string): string => {
    if (!FILE_KEY.test(key)) throw new Error('a file key is parts of letters, digits, _ and -');
    return join(folder, `${key}.bin`);
  };
  return {
    put: async (key, bytes) => {
      assertOutsideTransaction('the file store');
      const path = pathOf(key);
      // Between making the folder and using it, `remove` may have taken it away for being empty.
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
      // A folder that still holds something stays.
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

/** The rename itself is durable only once its folder is. */
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
