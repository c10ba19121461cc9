import { setTimeout as pause } from 'node:timers/promises';
import type { BackupMade, Backups } from '#lib/context/ports/backups.ts';
import type { Log } from '#lib/context/ports/log.ts';
import type { Env } from '#lib/core/env/env.ts';
import { unavailable } from '#lib/core/errors.ts';
import { makeBackup } from './make-backup.ts';
import { listBackups } from './manifest.ts';

type Settings = Pick<
  Env,
  | 'PLAZA_DATA_DIR'
  | 'BACKUP_DIR'
  | 'BACKUP_KEEP'
  | 'FIRESTORE_PROJECT_ID'
  | 'FILES_BUCKET'
  | 'SESSION_KEYS'
  | 'SETTINGS_ENCRYPTION_KEYS'
>;
type World = { readonly now: () => Date; readonly log: Log };

/**
 * Opens the scheduled backups into BACKUP_DIR. Returns null when BACKUP_DIR is not set, and on Firestore, which has its
 * own backups.
 */
export function openBackups(env: Settings, { now, log }: World): Backups | null {
  const { BACKUP_DIR: into, PLAZA_DATA_DIR: dataFolder } = env;
  if (into === undefined || env.FIRESTORE_PROJECT_ID !== undefined) return null;
  let current: Promise<BackupMade> | null = null;
  const begin = (): Promise<BackupMade> => {
    const made = makeBackup({
      dataFolder,
      into,
      now: now(),
      keep: env.BACKUP_KEEP,
      hasBucket: env.FILES_BUCKET !== undefined,
      hasEnvironmentKeys: env.SESSION_KEYS !== undefined || env.SETTINGS_ENCRYPTION_KEYS !== undefined,
    });
    // The outcome is logged here, because the caller may have stopped waiting when the backup ends.
    made.then(
      ({ left }) => left.length > 0 && log('warn', 'backup.old_kept', { folders: left.length }),
      (error: unknown) => log('error', 'backup.failed', { error }),
    );
    return made;
  };
  return {
    async make(waitMs) {
      // The backup stays in `current` until a caller receives its outcome. So a backup that ends between two calls is
      // not made again.
      current ??= begin();
      const waited = current;
      const markReceived = () => {
        if (current === waited) current = null;
      };
      const waiting = new AbortController();
      try {
        const made = await Promise.race([waited, pause(waitMs, null, { signal: waiting.signal })]);
        if (made !== null) markReceived();
        return made;
      } catch (cause) {
        markReceived();
        throw unavailable(`The backup was not made: ${reasonOf(cause)}`, { code: 'BackupFailed', cause });
      } finally {
        waiting.abort();
      }
    },
    last: async () => (await listBackups(into))[0] ?? null,
  };
}

/** Returns the system's code for a full disk or a missing permission; otherwise our own message. */
function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return (code ?? message).slice(0, 200);
}
