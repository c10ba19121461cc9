import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Env } from '#lib/core/env/env.ts';
import { DAY_MS, HOUR_MS } from '#lib/core/time.ts';
import { listBackups } from '#services/backup/manifest.ts';
import { allCollections } from '#services/collections.ts';
import { databasePath } from '#services/database/open.ts';
import { findDamage, readSchemaState } from '#services/database/sqlite/schema-state.ts';
import { openKeys } from '#services/keys/key-file.ts';
import { bad, type Finding, messageOf, ok, warn } from './finding.ts';

const MIB = 1024 * 1024;
/** Below this SQLite and uploads may fail at any moment. */
const TOO_LITTLE_BYTES = 200 * MIB;
const LITTLE_BYTES = 2048 * MIB;
const OTHERS = 0o077;

const isSqlite = ({ FIRESTORE_PROJECT_ID }: Env): boolean => FIRESTORE_PROJECT_ID === undefined;

/** Checks that the data folder exists, is writable, and is readable only by its owner. */
export function checkFolder(env: Env): Finding {
  const folder = resolve(env.PLAZA_DATA_DIR);
  if (!existsSync(folder))
    return isSqlite(env)
      ? bad(
          'data folder',
          `${folder} does not exist`,
          'set PLAZA_DATA_DIR to the data folder of the shop, or start the server once to create it',
        )
      : ok('data folder', 'not needed: documents are in Firestore');
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    return bad(
      'data folder',
      `${folder} cannot be written: ${messageOf(error)}`,
      `run this as the user of the server, or: chown -R <user> ${folder}`,
    );
  }
  return (statSync(folder).mode & OTHERS) === 0
    ? ok('data folder', `${folder}, accessible only to its owner`)
    : warn('data folder', `other users can access ${folder}`, `chmod -R go= ${folder}`);
}

/** Checks the keys of sessions and stored secrets. */
export function checkKeys(env: Env): Finding {
  const path = join(env.PLAZA_DATA_DIR, 'keys.json');
  if (env.SESSION_KEYS !== undefined && env.SETTINGS_ENCRYPTION_KEYS !== undefined)
    return ok('keys', 'in the environment');
  if (!isSqlite(env))
    return bad(
      'keys',
      'SESSION_KEYS and SETTINGS_ENCRYPTION_KEYS are not set here',
      'set the same two values as on the server: all servers on one Firestore share them',
    );
  if (!existsSync(path))
    return existsSync(databasePath(env))
      ? bad(
          'keys',
          `${path} is missing, although a database exists`,
          'run npm run restore -- <backup>, or restore that file: without it no stored secret can be read',
        )
      : warn('keys', 'none yet', 'the first start creates them');
  try {
    openKeys(env);
    return ok('keys', path);
  } catch (error) {
    const cause = error instanceof Error && error.cause !== undefined ? messageOf(error.cause) : messageOf(error);
    return bad(
      'keys',
      `${path} cannot be used: ${cause.slice(0, 200)}`,
      'run npm run restore -- <backup>, or restore the file from a backup',
    );
  }
}

/** Checks the free space on the disks of data and backups. */
export function checkDisk(env: Env): readonly Finding[] {
  const folders = [env.PLAZA_DATA_DIR, ...(env.BACKUP_DIR === undefined ? [] : [env.BACKUP_DIR])];
  return folders.filter(existsSync).map((folder) => {
    const { bavail, bsize } = statfsSync(folder);
    const free = bavail * bsize;
    const says = `${Math.round(free / MIB)} MiB free for ${resolve(folder)}`;
    if (free < TOO_LITTLE_BYTES) return bad('disk', says, 'free disk space now: writes are about to fail');
    return free < LITTLE_BYTES
      ? warn('disk', says, 'free disk space, or move the folder to a larger disk')
      : ok('disk', says);
  });
}

/** Checks that the SQLite database is sound and matches this version's declarations. */
export function checkDatabase(env: Env): Finding {
  const path = databasePath(env);
  if (!existsSync(path))
    return bad(
      'database',
      `there is no database at ${path}`,
      'set PLAZA_DATA_DIR to the data folder of the shop, or start the server once to create it',
    );
  try {
    const damage = findDamage(path);
    if (damage !== null)
      return bad('database', `damaged: ${damage}`, 'stop the server, then run npm run restore -- <backup>');
    const { version, behind } = readSchemaState(path, allCollections);
    return behind.length === 0
      ? ok('database', `sound, schema ${version}, matches this version`)
      : warn(
          'database',
          `sound, schema ${version}; the next start changes ${behind.length} collections`,
          'run npm run backup, then start the server',
        );
  } catch (error) {
    return bad(
      'database',
      `${path} cannot be read: ${messageOf(error)}`,
      'stop the server, then run npm run restore -- <backup>',
    );
  }
}

/** One failed nightly backup causes no warning. */
const OLD_MS = 2 * DAY_MS;

/** Checks when the last good backup was made, scheduled or by hand. */
export async function checkBackup(env: Env, now: Date): Promise<Finding> {
  if (env.FIRESTORE_PROJECT_ID !== undefined)
    return ok('backup', 'Firestore makes its own backups: see `gcloud firestore backups`');
  const [last] = await listBackups(env.BACKUP_DIR ?? join(env.PLAZA_DATA_DIR, 'backups'));
  const next =
    env.BACKUP_DIR === undefined
      ? 'set BACKUP_DIR to a folder on another disk'
      : 'run npm run backup and read its output';
  if (!last) return warn('backup', 'no backup exists', next);
  const age = now.getTime() - Date.parse(last.createdAt);
  const says = `the last good backup is ${Math.round(age / HOUR_MS)} hours old: ${last.path}`;
  return age > OLD_MS || env.BACKUP_DIR === undefined ? warn('backup', says, next) : ok('backup', says);
}
