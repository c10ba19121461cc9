import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** The list of all files of a backup with their hashes, in the format of `sha256sum -c`. */
export const SUMS = 'SHA256SUMS';
/** The number of lines written at a time. */
const LINES = 500;

const line = /^([0-9a-f]{64}) {2}(\S.*)$/;

/** Returns the SHA-256 of a file in hex, read in chunks. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path)) hash.update(piece as Buffer);
  return hash.digest('hex');
}

export type SumsWriter = {
  add(path: string, sha256: string): Promise<void>;
  /** Writes the rest of the list and syncs it to the disk. */
  close(): Promise<void>;
};

/** Opens the list of a new backup. */
export async function openSums(folder: string): Promise<SumsWriter> {
  const file = await open(join(folder, SUMS), 'wx', 0o600);
  let waiting: string[] = [];
  const flush = async (): Promise<void> => {
    const text = waiting.join('');
    waiting = [];
    await file.appendFile(text);
  };
  return {
    async add(path, sha256) {
      waiting.push(`${sha256}  ${path}\n`);
      if (waiting.length >= LINES) await flush();
    },
    async close() {
      try {
        await flush();
        await file.sync();
      } finally {
        await file.close();
      }
    },
  };
}

/** Yields the entries of a backup's list. Throws on a malformed line. */
export async function* readSums(folder: string): AsyncGenerator<{ readonly path: string; readonly sha256: string }> {
  const path = join(folder, SUMS);
  await stat(path);
  for await (const text of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
    const [, sha256, name] = line.exec(text) ?? [];
    if (sha256 === undefined || name === undefined)
      throw new Error(`${SUMS} has a line that is not the hash of a file`);
    yield { path: name, sha256 };
  }
}
