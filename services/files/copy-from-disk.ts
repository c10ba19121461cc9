import { opendir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FILE_KEY, type FileStore } from '#lib/context/ports/files.ts';

const SUFFIX = '.bin';
/** The number of concurrent copies. */
const AT_ONCE = 8;

/** Yields the key of every file in a folder of the disk store. */
export async function* keysOnDisk(folder: string, below = ''): AsyncGenerator<string> {
  const found = await opendir(join(folder, below)).catch((error: NodeJS.ErrnoException) =>
    error.code === 'ENOENT' ? null : Promise.reject(error),
  );
  if (!found) return;
  for await (const entry of found) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) yield* keysOnDisk(folder, path);
    const key = path.slice(0, -SUFFIX.length);
    if (entry.isFile() && path.endsWith(SUFFIX) && FILE_KEY.test(key)) yield key;
  }
}

/** Returns the number of files in a folder of the disk store. */
export async function countOnDisk(folder: string): Promise<number> {
  let count = 0;
  for await (const _ of keysOnDisk(folder)) count += 1;
  return count;
}

/**
 * Copies every file of the disk store to another store, under its key; the folder keeps its files. Safe to run again: a
 * file is replaced by itself. Returns the number of files copied.
 */
export async function copyFromDisk(folder: string, to: Pick<FileStore, 'put'>): Promise<number> {
  let copied = 0;
  let waiting: string[] = [];
  const flush = async (): Promise<void> => {
    await Promise.all(waiting.map(async (key) => to.put(key, await readFile(join(folder, `${key}${SUFFIX}`)))));
    copied += waiting.length;
    waiting = [];
  };
  for await (const key of keysOnDisk(folder)) if (waiting.push(key) >= AT_ONCE) await flush();
  await flush();
  return copied;
}
