import { auditRow } from '#lib/audit/audit.ts';
import { Users } from '#lib/auth/collections.ts';
import type { UserContext } from '#lib/context/context.ts';
import { codeOf, invalid } from '#lib/core/errors.ts';
import { fault } from '#lib/core/fault.ts';
import type { Row } from '#lib/data/store.ts';
import { openDay, Tally } from '#lib/notifications/analytics/figures.ts';
import { NotificationJobs, NotificationPreferences } from '#lib/notifications/collections.ts';
import { defaultPreferences } from '#lib/notifications/deliver/default-preferences.ts';
import { mergedPreferences } from '#lib/notifications/deliver/preferences.ts';
import { openCounts } from '#lib/notifications/list/counts.ts';
import { publishCount } from '#lib/notifications/list/publish-count.ts';
import type { BulkAnswer, BulkInput, NotificationJob } from '#lib/notifications/schemas/job.ts';
import { notificationIdOf } from '#lib/notifications/write/create.ts';
import { collapseKeyOf, type Draft, draftFor, type NotificationContent } from '#lib/notifications/write/draft.ts';
import { writeNew } from '#lib/notifications/write/write-notification.ts';
import { assertSameBody, jobIdOf, newJob } from './jobs.ts';

/**
 * The users per commit, by the number of open channels. A commit has 500 writes: a row and a count per user, and one
 * write per open channel, besides the figures and the job.
 */
const SLICES = [200, 160, 120] as const;

export type Bulk = { readonly jobId: string; readonly answer: BulkAnswer };

/**
 * Sends many users the same notification, slice by slice. The job row records each slice, and the id of each
 * notification is made of job and user. A call that was cut off and is repeated with its key continues where it stopped
 * and notifies no user twice.
 */
export async function sendBulk(ctx: UserContext, input: BulkInput, key: string | undefined): Promise<Bulk> {
  if (collapseKeyOf(input.notification.data) !== null)
    throw invalid('The body is not valid', {
      'notification.data.collapseKey': 'must not be set for bulk notifications',
    });
  const jobId = jobIdOf(ctx, key);
  const userIds = [...new Set(input.userIds)];
  let job = await openJob(ctx, jobId, input, userIds.length);
  const slice = SLICES[Number(input.sendPush) + Number(input.sendEmail)] ?? 120;
  while (job.data.state === 'running') {
    await notifySlice(ctx, { jobId, from: job.data.cursor, userIds, slice, input });
    await fault('bulk.after_slice');
    job = await ctx.data.need(NotificationJobs, jobId);
  }
  return { jobId, answer: answerOf(jobId, userIds, job.data) };
}

async function openJob(
  ctx: UserContext,
  jobId: string,
  input: BulkInput,
  total: number,
): Promise<Row<NotificationJob>> {
  try {
    const now = ctx.now();
    await ctx.data.batch((write) => {
      write.create(NotificationJobs, jobId, newJob(ctx, input, total));
      const act = { action: 'notification.bulk-sent', targetType: 'notification-job', targetId: jobId };
      auditRow(write, ctx, { ...act, after: { people: total }, now });
    });
  } catch (error) {
    if (codeOf(error) !== 'EXISTS') throw error;
  }
  const job = await ctx.data.need(NotificationJobs, jobId);
  assertSameBody(job, input);
  return job;
}

type Slice = {
  readonly jobId: string;
  readonly from: number;
  readonly userIds: readonly string[];
  readonly slice: number;
  readonly input: BulkInput;
};

/** Notifies the next users and records the progress in one commit, unless another call with the key has done so. */
async function notifySlice(ctx: UserContext, { jobId, from, userIds, slice, input }: Slice): Promise<void> {
  const now = ctx.now();
  const named = userIds.slice(from, from + slice);
  await openDay(ctx);
  const drafts = await draftsFor(ctx, jobId, named, input, now);
  await openCounts(
    ctx,
    drafts.map(({ draft }) => draft.row.userId),
  );
  const cursor = from + named.length;
  const isWritten = await ctx.data.tx(
    async (t) => {
      const { data: job } = await t.need(NotificationJobs, jobId);
      if (job.cursor !== from || job.state === 'done') return false;
      const tally = new Tally();
      for (const { id, draft } of drafts) writeNew(t, tally, id, draft, now);
      tally.write(t);
      const told = new Set(drafts.map(({ draft }) => draft.row.userId));
      t.update(NotificationJobs, jobId, {
        cursor,
        done: job.done + drafts.length,
        failedUserIds: [...job.failedUserIds, ...named.filter((userId) => !told.has(userId))],
        state: cursor >= userIds.length ? 'done' : 'running',
        updatedAt: now.toISOString(),
      });
      return true;
    },
    { lane: `${NotificationJobs.name}/${jobId}` },
  );
  const seen = drafts.flatMap(({ draft: { row } }) => (row.archived ? [] : [row.userId]));
  if (isWritten) await publishCount(ctx, seen, 'news');
}

type Named = { readonly id: string; readonly draft: Draft };

/** Returns the drafts by each user's preferences. Ids without an account are left out. */
async function draftsFor(
  ctx: UserContext,
  jobId: string,
  named: readonly string[],
  { notification, sendPush, sendEmail }: BulkInput,
  now: Date,
): Promise<readonly Named[]> {
  const [users, said] = await Promise.all([
    ctx.data.getMany(Users, named),
    ctx.data.getMany(NotificationPreferences, named),
  ]);
  const content: NotificationContent = {
    ...notification,
    source: jobId,
    shut: { ...(!sendPush && { push: 'not_asked' }), ...(!sendEmail && { email: 'not_asked' }) },
  };
  return users.flatMap((user, at) => {
    if (!user || user.data.status === 'deleted') return [];
    const preferences = mergedPreferences(defaultPreferences(user.data.timezone), said[at]?.data.said ?? {});
    const draft = draftFor(content, { id: user.id, locale: user.data.locale }, preferences, now);
    return [{ id: notificationIdOf(user.id, jobId, ''), draft }];
  });
}

function answerOf(jobId: string, userIds: readonly string[], { failedUserIds, done }: NotificationJob): BulkAnswer {
  const failed = new Set(failedUserIds);
  return {
    sent: done,
    totalUsers: userIds.length,
    successful: done,
    failed: failed.size,
    notificationIds: userIds
      .filter((userId) => !failed.has(userId))
      .map((userId) => notificationIdOf(userId, jobId, '')),
  };
}
