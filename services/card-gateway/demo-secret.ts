import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where the demo gateway keeps its secret and its payments. */
export const demoFolder = (dataFolder: string): string => join(dataFolder, 'card-gateway');

/** The secret of the demo gateway of this data folder, made at the first call; two first calls at once end with one. */
export function demoSecret(dataFolder: string): string {
  const folder = demoFolder(dataFolder);
  const path = join(folder, 'secret');
  if (!existsSync(path)) createOnce(folder, path);
  return readFileSync(path, 'utf8').trim();
}

/** Written aside and linked into place, so that nobody ever reads half a file. */
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
