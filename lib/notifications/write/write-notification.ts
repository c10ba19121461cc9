import { hashOf } from '#lib/core/ids.ts';
import { enqueue } from '#lib/data/outbox.ts';
import type { Writer } from '#lib/data/store.ts';
import { sentOf, type Tally } from '#lib/notifications/analytics/figures.ts';
import { NotificationDeferred, Notifications } from '#lib/notifications/collections.ts';
import type { ChannelPlan, DeferredNotification, Notification } from '#lib/notifications/schemas/notification.ts';
import { type DeliveryPromise, notificationMailTopic, pushTopic } from '#lib/notifications/topics.ts';
import { deferReasons, type OutwardChannel } from '#lib/notifications/values.ts';
import type { Draft } from './draft.ts';
import type { Plan } from './plan.ts';

const topics = { push: pushTopic, email: notificationMailTopic } as const;

export const deferredId = (notificationId: string, channel: OutwardChannel): string =>
  hashOf('deferred', notificationId, channel);

type Deferred = Omit<Extract<Plan, { kind: 'deferred' }>, 'kind'>;

/** Returns the row of a send that waits for its digest or for the end of quiet hours. */
export const newDeferral = (
  send: Pick<DeferredNotification, 'userId' | 'notificationId' | 'channel'>,
  { until, reason }: Deferred,
): DeferredNotification => ({ ...send, windowEnd: new Date(until).toISOString(), reason });

/**
 * Inserts a new row in the caller's transaction and enqueues its sends. Counts it as sent unless it is archived at
 * once.
 */
export function writeNew(write: Writer, tally: Tally, id: string, draft: Draft, now: Date): void {
  write.create(Notifications, id, draft.row);
  tally.move(null, draft.row);
  if (!draft.row.archived) sentOf(tally, id, draft.row);
  promiseDeliveries(write, id, draft, { now, held: null });
}

/**
 * Enqueues push and email for the current text of a row, or defers them to a digest or the end of quiet hours. When the
 * newer text does not wait, the deferred send of the older text is deleted, because it would notify a second time.
 */
export function promiseDeliveries(write: Writer, id: string, { row, ...plans }: Draft, when: When): void {
  for (const channel of ['push', 'email'] as const) promiseOn(write, channel, plans[channel], { id, row, ...when });
}

/** `held` is the row before the newer text replaced its text. */
type When = { readonly now: Date; readonly held: Pick<Notification, 'plan'> | null };

/** Returns the send of one notification with its current text. */
export const singlePromise = (id: string, row: Pick<Notification, 'userId' | 'collapsedCount'>): DeliveryPromise => ({
  userId: row.userId,
  subjectId: id,
  isSummary: false,
  notificationIds: [id],
  collapsedCount: row.collapsedCount,
});

type About = When & { readonly id: string; readonly row: Notification };

function promiseOn(write: Writer, channel: OutwardChannel, plan: Plan | null, { id, row, now, held }: About): void {
  if (plan?.kind === 'deferred')
    write.set(
      NotificationDeferred,
      deferredId(id, channel),
      newDeferral({ userId: row.userId, notificationId: id, channel }, plan),
    );
  else if (held && isDeferred(held.plan[channel])) write.delete(NotificationDeferred, deferredId(id, channel));
  if (plan?.kind === 'due') enqueue(write, topics[channel], singlePromise(id, row), { now });
}

const isDeferred = (plan: ChannelPlan): boolean => deferReasons.some((reason) => reason === plan);
