import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type Env, EnvProblem } from '#lib/core/env/env.ts';
import { type KeyRing, keyRing, MIN_SECRET_BYTES } from '#lib/core/env/secrets.ts';
import { createPrivateFile, keepPrivate } from '#services/files/private-files.ts';

const keyFile = z.object({ SESSION_KEYS: keyRing, SETTINGS_ENCRYPTION_KEYS: keyRing });

export type Keys = { readonly session: KeyRing; readonly settings: KeyRing };

/**
 * Returns the key rings of this installation: from the environment when it sets them, otherwise from `keys.json` in the
 * data folder. The first start writes that file, readable only by its owner. Two concurrent first starts end with one
 * file.
 */
export function openKeys(env: Env): Keys {
  const { SESSION_KEYS: session, SETTINGS_ENCRYPTION_KEYS: settings } = env;
  if (session && settings) return { session, settings };
  const kept = readKeyFile(env.PLAZA_DATA_DIR);
  return { session: session ?? kept.SESSION_KEYS, settings: settings ?? kept.SETTINGS_ENCRYPTION_KEYS };
}

function readKeyFile(folder: string): z.output<typeof keyFile> {
  const path = join(folder, 'keys.json');
  const text = readOrCreate(path);
  try {
    return keyFile.parse(JSON.parse(text));
  } catch {
    // The error has no cause, because the cause would quote the keys.
    throw new EnvProblem(
      `PLAZA_DATA_DIR: ${path} is damaged, and without its keys no session and no stored secret can be read; restore the last backup: npm run restore -- FROM, or set SESSION_KEYS and SETTINGS_ENCRYPTION_KEYS`,
    );
  }
}

function readOrCreate(path: string): string {
  try {
    if (!existsSync(path)) createPrivateFile(path, newKeyFile());
    keepPrivate(path);
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new EnvProblem(
      `PLAZA_DATA_DIR: ${path} cannot be read or written; make the folder writable, or set SESSION_KEYS and SETTINGS_ENCRYPTION_KEYS`,
      { cause },
    );
  }
}

const newKey = () => `k1:${randomBytes(MIN_SECRET_BYTES).toString('base64')}`;
const newKeyFile = () => JSON.stringify({ SESSION_KEYS: newKey(), SETTINGS_ENCRYPTION_KEYS: newKey() }, null, 2);
