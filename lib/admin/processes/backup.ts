import type { RunCounts } from '#lib/admin/schemas/process-run.ts';
import type { Context } from '#lib/context/context.ts';
import { dayOf, SECOND_MS } from '#lib/core/time.ts';
import { notifyOperators } from './notify-operators.ts';

/** How long one slice waits for a backup in progress. */
const SLICE_MS = 5 * SECOND_MS;
/** The cursor of a run whose backup is in progress. A process without that backup begins another. */
const GOING_ON = 'going on';

/** Makes the backup of this server. A failure notifies every superadmin, at most once a day. */
export async function backUp(
  ctx: Context,
): Promise<{ readonly counts: Partial<RunCounts>; readonly cursor: string | null }> {
  if (!ctx.backups) return { counts: {}, cursor: null };
  try {
    const made = await ctx.backups.make(SLICE_MS);
    if (!made) return { counts: {}, cursor: GOING_ON };
    const { files, copied } = made;
    return { counts: { seen: files, done: copied, skipped: files - copied }, cursor: null };
  } catch (error) {
    await notifyOperators(ctx, {
      template: 'operator.backup_failed',
      actionUrl: '/admin/processes',
      key: `backup-${dayOf(ctx.now())}`,
    }).catch((untold: unknown) => ctx.log('warn', 'backup.notice_failed', { error: untold }));
    throw error;
  }
}

/** Returns when the newest complete backup was made, or null when there is none. */
export const lastBackupAt = async ({ backups }: Context): Promise<string | null> =>
  (await backups?.last())?.createdAt ?? null;
