import type { UserContext } from '#lib/context/context.ts';
import { canonicalJson } from '#lib/core/canonical-json.ts';
import { conflict, notFound } from '#lib/core/errors.ts';
import { hashId, hashOf, newId } from '#lib/core/ids.ts';
import { after, DAY_MS } from '#lib/core/time.ts';
import type { Row } from '#lib/data/store.ts';
import { NotificationJobs } from '#lib/notifications/collections.ts';
import type { NotificationJob } from '#lib/notifications/schemas/job.ts';

const KEPT_MS = 30 * DAY_MS;

/**
 * Returns the id of an admin's call. With a key the id is always the same, so a repeat continues the job or returns its
 * answer.
 */
export const jobIdOf = (ctx: UserContext, key: string | undefined): string =>
  key === undefined ? newId('notificationJob') : hashId('notificationJob', ctx.user.id, key);

export const bodyHashOf = (body: unknown): string => hashOf(canonicalJson(body));

/** Returns the row of a new call. */
export function newJob(ctx: UserContext, body: unknown, total: number): NotificationJob {
  const now = ctx.now();
  const at = now.toISOString();
  return {
    adminId: ctx.user.id,
    bodyHash: bodyHashOf(body),
    total,
    cursor: 0,
    done: 0,
    failedUserIds: [],
    state: 'running',
    answer: null,
    createdAt: at,
    updatedAt: at,
    expiresAt: after(now, KEPT_MS),
  };
}

/** Rejects a key that was used with another body. */
export function assertSameBody({ data }: Row<NotificationJob>, body: unknown): void {
  if (data.bodyHash !== bodyHashOf(body))
    throw conflict('This Idempotency-Key was already used for another request', { code: 'IdempotencyMismatch' });
}

/** Returns the progress of a job. Any admin may read it. */
export async function getJob(ctx: UserContext, id: string): Promise<NotificationJob & { id: string; failed: number }> {
  const row = await ctx.data.get(NotificationJobs, id);
  if (!row) throw notFound('Notification job', id);
  return { ...row.data, id, failed: row.data.failedUserIds.length };
}
