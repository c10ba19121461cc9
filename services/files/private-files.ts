import { chmodSync, closeSync, mkdirSync, openSync, statSync } from 'node:fs';

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
const OTHERS = 0o077;
/** A folder where everyone may make files and remove their own, such as /tmp, is not ours to close. */
const SHARED = 0o1000;

/** Makes a folder that only the user of this process may enter, or takes the rights of others from one that is there. */
export function openPrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: FOLDER_MODE });
  closeToOthers(path, FOLDER_MODE);
}

/** Makes an empty file for the user of this process alone, unless it is there; others lose their rights to it. */
export function openPrivateFile(path: string): void {
  closeSync(openSync(path, 'a', FILE_MODE));
  closeToOthers(path, FILE_MODE);
}

/** Takes the rights of others from files; a missing one is left alone. */
export function keepPrivate(...paths: readonly string[]): void {
  for (const path of paths) closeToOthers(path, FILE_MODE);
}

/** What belongs to another user is theirs to close. */
function closeToOthers(path: string, mode: number): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found || (found.mode & OTHERS) === 0 || (found.mode & SHARED) !== 0) return;
  if (found.uid === process.getuid?.()) chmodSync(path, mode);
}
