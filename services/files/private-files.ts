import { randomBytes } from 'node:crypto';
import { chmodSync, closeSync, linkSync, mkdirSync, openSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
const OTHERS = 0o077;
/** The sticky bit: a folder where every user may create files and remove their own, such as /tmp, must stay open. */
const SHARED = 0o1000;

/**
 * Creates a folder that only the user of this process may enter. Removes the permissions of others from an existing
 * folder.
 */
export function openPrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: FOLDER_MODE });
  closeToOthers(path, FOLDER_MODE);
}

/** Creates an empty file for the user of this process alone, unless it exists. Removes the permissions of others. */
export function openPrivateFile(path: string): void {
  closeSync(openSync(path, 'a', FILE_MODE));
  closeToOthers(path, FILE_MODE);
}

/**
 * Creates a file with this text in a private folder, unless it exists. Writes it under a temporary name and links it
 * into place, so that no process reads a partly written file and concurrent calls end with one file.
 */
export function createPrivateFile(path: string, text: string): void {
  openPrivateFolder(dirname(path));
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(draft, `${text}\n`, { mode: FILE_MODE, flag: 'wx' });
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    unlinkSync(draft);
  }
}

/** Removes the permissions of others from files; a missing file is skipped. */
export function keepPrivate(...paths: readonly string[]): void {
  for (const path of paths) closeToOthers(path, FILE_MODE);
}

/** Removes the permissions of others. A path of another user is skipped, because only its owner may change it. */
function closeToOthers(path: string, mode: number): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found || (found.mode & OTHERS) === 0 || (found.mode & SHARED) !== 0) return;
  if (found.uid === process.getuid?.()) chmodSync(path, mode);
}
