import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPrivateFile } from '#services/files/private-files.ts';

/** Returns the folder where the demo gateway keeps its secret and its payments. */
export const demoFolder = (dataFolder: string): string => join(dataFolder, 'card-gateway');

/**
 * Returns the secret of the demo gateway of this data folder. The first call creates it. Two concurrent first calls
 * end with the same secret.
 */
export function demoSecret(dataFolder: string): string {
  const path = join(demoFolder(dataFolder), 'secret');
  if (!existsSync(path)) createPrivateFile(path, randomBytes(32).toString('base64url'));
  return readFileSync(path, 'utf8').trim();
}
