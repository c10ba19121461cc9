import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the folder where the demo gateway keeps its secret and its payments. */
export const demoFolder = (dataFolder: string): string => join(dataFolder, 'card-gateway');

/**
 * Returns the secret of the demo gateway of this data folder. The first call creates it. Two concurrent first calls
 * end with the same secret.
 */
export function demoSecret(dataFolder: string): string {
  const folder = demoFolder(dataFolder);
  const path = join(folder, 'secret');
  if (!existsSync(path)) createOnce(folder, path);
  return readFileSync(path, 'utf8').trim();
}

/** Writes the file aside and links it into place, so that no reader sees half a file. */
function createOnce(folder: string, path: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    unlinkSync(draft);
  }
}
