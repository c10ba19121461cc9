import { setTimeout as wait } from 'node:timers/promises';
import { auditRow } from '#lib/audit/audit.ts';
import type { UserContext } from '#lib/context/context.ts';
import { codeOf, invalid } from '#lib/core/errors.ts';
import { SECOND_MS } from '#lib/core/time.ts';
import type { Row } from '#lib/data/store.ts';
import { NotificationJobs } from '#lib/notifications/collections.ts';
import { viewOf } from '#lib/notifications/list/view.ts';
import { deliveriesOf } from '#lib/notifications/queries.ts';
import type { NotificationDelivery } from '#lib/notifications/schemas/delivery.ts';
import type { NotificationJob } from '#lib/notifications/schemas/job.ts';
import {
  type CreateNotificationInput,
  type NotificationCreated,
  notificationCreated,
} from '#lib/notifications/schemas/notification.ts';
import { type CreateOutcome, createNotification } from '#lib/notifications/write/create.ts';
import { assertSameBody, jobIdOf, newJob } from './jobs.ts';

/** How long a response waits to learn whether a push was sent. */
const PUSH_WAIT_MS = SECOND_MS;
const MOST_DEVICES = 50;

type Stored = Extract<CreateOutcome, { row: { id: string } }>;

/**
 * Sends one user a notification that an admin has written. With an Idempotency-Key, a repeat returns the answer of the
 * first call. The call succeeds once the notification is stored; `delivered` and `pushSent` only report.
 */
export async function sendNotification(
  ctx: UserContext,
  input: CreateNotificationInput,
  key: string | undefined,
  pushWaitMs: number = PUSH_WAIT_MS,
): Promise<NotificationCreated> {
  const { userId, expiresAt, ...content } = input;
  const jobId = jobIdOf(ctx, key);
  const known = key === undefined ? undefined : await ctx.data.get(NotificationJobs, jobId);
  if (known) return answerAgain(known, input);
  if (expiresAt !== undefined && expiresAt <= ctx.now().toISOString())
    throw invalid('The body is not valid', { expiresAt: 'must be in the future' });
  const now = ctx.now();
  try {
    const told = await createNotification(
      ctx,
      userId,
      { ...content, expiresAt: expiresAt ?? null, source: 'api' },
      (write, id, row) => {
        const act = { action: 'notification.sent', targetType: 'notification', targetId: id };
        auditRow(write, ctx, { ...act, after: { userId }, now });
        if (key === undefined) return;
        const answer = { notification: viewOf({ id, data: row }), delivered: false, pushSent: false };
        write.create(NotificationJobs, jobId, {
          ...newJob(ctx, input, 1),
          state: 'done',
          answer: JSON.stringify(answer),
        });
      },
    );
    if (told.row === null) throw invalid('The body is not valid', { userId: 'is not the id of an account' });
    const answer = await reported(ctx, told, pushWaitMs);
    if (key !== undefined) await ctx.data.update(NotificationJobs, jobId, { answer: JSON.stringify(answer) });
    return answer;
  } catch (error) {
    // Another call with this key was faster.
    const first =
      codeOf(error) === 'EXISTS' && key !== undefined ? await ctx.data.get(NotificationJobs, jobId) : undefined;
    if (first) return answerAgain(first, input);
    throw error;
  }
}

function answerAgain(job: Row<NotificationJob>, input: CreateNotificationInput): NotificationCreated {
  assertSameBody(job, input);
  return notificationCreated.parse(JSON.parse(job.data.answer ?? 'null'));
}

/** Sends a test notification to the caller. */
export async function sendTest(ctx: UserContext): Promise<NotificationCreated> {
  const told = await createNotification(ctx, ctx.user.id, {
    type: 'SYSTEM',
    // The caller wants to see it now, even in quiet hours.
    priority: 'urgent',
    template: 'test',
    params: {},
    data: { actionUrl: '/notifications' },
    source: 'test',
    shut: { email: 'not_asked' },
  });
  if (told.row === null) throw invalid('Your account no longer exists');
  return reported(ctx, told, PUSH_WAIT_MS);
}

/**
 * Returns the answer for a notification with what is known shortly after its creation: whether the user has an open
 * page, and whether a push service accepted the push.
 */
async function reported(ctx: UserContext, told: Stored, pushWaitMs: number): Promise<NotificationCreated> {
  const { id, data } = told.row;
  const isSeen = told.outcome !== 'suppressed';
  const [delivered, pushSent] = await Promise.all([
    isSeen && ctx.tunnel.isLive(data.userId),
    isSeen && data.plan.push === 'due' && wasPushed(ctx, { id, since: data.createdAt, pushWaitMs }),
  ]);
  return { notification: viewOf(told.row), delivered, pushSent };
}

type Awaited = { readonly id: string; readonly since: string; readonly pushWaitMs: number };

/**
 * Waits up to `pushWaitMs` for the outcome of the pushes; a slower push continues without this call. An empty outbox
 * proves nothing, because another drainer may be sending the pushes. Ignores pushes from before `since`: a collapsed
 * row may have been pushed with its older text.
 */
async function wasPushed(ctx: UserContext, { id, since, pushWaitMs }: Awaited): Promise<boolean> {
  ctx.drain().catch((error: unknown) => ctx.log('error', 'outbox.drain_failed', { error }));
  const patience = new AbortController();
  let stop = (): void => undefined;
  const known = new Promise<boolean>((resolve) => {
    stop = ctx.data.watch(deliveriesOf(id, MOST_DEVICES), (rows) => {
      const pushes = rows
        .map(({ data }) => data)
        .filter(({ channel, createdAt }) => channel === 'push' && createdAt >= since);
      const isSent = pushes.some(({ status }) => status === 'sent');
      if (isSent || (pushes.length > 0 && !pushes.some(isUnderWay))) resolve(isSent);
    });
  });
  try {
    return await Promise.race([known, wait(pushWaitMs, false, { signal: patience.signal, ref: false })]);
  } finally {
    stop();
    patience.abort();
  }
}

/** Whether a delivery has no outcome yet. A delivery that is scheduled for a retry does not count. */
const isUnderWay = ({ status, attempts }: NotificationDelivery): boolean =>
  status === 'sending' || (status === 'queued' && attempts === 0);
