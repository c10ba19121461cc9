import { join } from 'node:path';
import type { Env } from '#lib/core/env/env.ts';
import { DAY_MS, HOUR_MS } from '#lib/core/time.ts';
import { listBackups } from '#services/backup/manifest.ts';
import { type Finding, ok, warn } from './finding.ts';

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
