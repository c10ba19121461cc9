import { Users } from '#lib/auth/collections.ts';
import type { Context } from '#lib/context/context.ts';
import { hashOf } from '#lib/core/ids.ts';
import { enqueue, Outbox, outboxIdOf } from '#lib/data/outbox.ts';
import type { Row, Tx } from '#lib/data/store.ts';
import { NotificationDeferred, NotificationPreferences, Notifications } from '#lib/notifications/collections.ts';
import { MAX_IN_SUMMARY } from '#lib/notifications/limits.ts';
import { isExpired } from '#lib/notifications/list/transitions.ts';
import { deferredFor, deferredUntil } from '#lib/notifications/queries.ts';
import type { DeferredNotification, Notification } from '#lib/notifications/schemas/notification.ts';
import type { Preferences } from '#lib/notifications/schemas/preferences.ts';
import { type DeliveryPromise, notificationMailTopic, pushTopic } from '#lib/notifications/topics.ts';
import type { OutwardChannel } from '#lib/notifications/values.ts';
import { closedBecause } from '#lib/notifications/write/plan.ts';
import { singlePromise } from '#lib/notifications/write/write-notification.ts';
import { defaultPreferences } from './default-preferences.ts';
import { mergedPreferences } from './preferences.ts';
import { releaseAt } from './quiet-hours.ts';

const PAGE = 100;
/** A call ends after this many rows, as one slice of the process. The process calls again until no rows remain. */
const MOST_SEEN = 2_000;
/** The maximum number of rows of one user and channel in one commit. The rest follows in the next commit. */
const MOST_AT_ONCE = 200;
/** Up to this many notifications that waited for the end of quiet hours are sent singly; more become one summary. */
const MOST_SINGLY = 3;
const topics = { push: pushTopic, email: notificationMailTopic } as const;

/**
 * Sends a slice of the notifications that waited for their digest or for the end of quiet hours. Returns the number of
 * rows read.
 */
export async function releaseDeferred(ctx: Context): Promise<number> {
  for (let seen = 0; ; ) {
    const { rows } = await ctx.data.find(deferredUntil(ctx.now().toISOString(), PAGE));
    if (rows.length === 0 || seen >= MOST_SEEN) return seen;
    const people = new Map(rows.map(({ data }) => [`${data.channel}:${data.userId}`, data]));
    for (const { userId, channel } of people.values())
      if (seen < MOST_SEEN) seen += await releaseFor(ctx, userId, channel);
  }
}

/**
 * Sends one user's deferred notifications on one channel. Current preferences apply: a switch turned off drops a
 * notification, and extended quiet hours defer it again. Everything happens in one commit, so two concurrent calls
 * create one digest. Returns the number of rows read.
 */
async function releaseFor(ctx: Context, userId: string, channel: OutwardChannel): Promise<number> {
  const now = ctx.now();
  const at = now.toISOString();
  const due = await ctx.data.find(deferredFor(userId, channel, at, MOST_AT_ONCE));
  return ctx.data.tx(async (t) => {
    const [again, preferences] = await Promise.all([
      t.getMany(
        NotificationDeferred,
        due.rows.map(({ id }) => id),
      ),
      preferencesIn(t, userId),
    ]);
    // Rows that are deferred after the query belong to a window that has not ended yet.
    const rows = again.filter((row) => row !== undefined && row.data.windowEnd <= at) as Row<DeferredNotification>[];
    const found = await t.getMany(
      Notifications,
      rows.map(({ data }) => data.notificationId),
    );
    const waiting = rows.flatMap((row, at) => {
      const notification = found[at];
      return notification && preferences && isWanted(notification.data, preferences, channel, now)
        ? [{ row, notification }]
        : [];
    });
    const until = preferences ? releaseAt(preferences.quietHours, now.getTime()) : now.getTime();
    const held =
      until > now.getTime() ? waiting.filter(({ notification }) => notification.data.priority !== 'urgent') : [];
    const freed = waiting.filter((item) => !held.includes(item));
    const promises = promisesOf(freed, userId, channel);
    const fresh = await notPromised(t, channel, promises);

    const windowEnd = new Date(until).toISOString();
    for (const row of rows) {
      if (held.some((item) => item.row === row)) t.update(NotificationDeferred, row.id, { windowEnd });
      else t.delete(NotificationDeferred, row.id);
    }
    for (const { key, promise } of fresh) enqueue(t, topics[channel], promise, { now, key });
    return rows.length;
  });
}

type Waiting = { readonly row: Row<DeferredNotification>; readonly notification: Row<Notification> };
type Keyed = { readonly key: string; readonly promise: DeliveryPromise };

/** Returns the preferences of an existing account, else null. */
async function preferencesIn(t: Tx, userId: string): Promise<Preferences | null> {
  const [user, said] = await Promise.all([t.get(Users, userId), t.get(NotificationPreferences, userId)]);
  if (!user || user.data.status === 'deleted') return null;
  return mergedPreferences(defaultPreferences(user.data.timezone), said?.data.said ?? {});
}

function isWanted(row: Notification, preferences: Preferences, channel: OutwardChannel, now: Date): boolean {
  return (
    row.status === 'unread' && !isExpired(row, now) && closedBecause({ preferences, channel, type: row.type }) === null
  );
}

/** Returns one summary for a digest or for many notifications, and single sends for a few after quiet hours. */
function promisesOf(freed: readonly Waiting[], userId: string, channel: OutwardChannel): readonly Keyed[] {
  if (freed.length === 0) return [];
  const isDigest = freed.some(({ row }) => row.data.reason === 'digest');
  const newest = freed.toSorted((a, b) => b.notification.data.createdAt.localeCompare(a.notification.data.createdAt));
  if (isDigest || freed.length > MOST_SINGLY) {
    const windowEnd = freed.at(-1)?.row.data.windowEnd ?? '';
    const subjectId = hashOf('digest', userId, channel, windowEnd);
    const notificationIds = newest.slice(0, MAX_IN_SUMMARY).map(({ notification }) => notification.id);
    return [{ key: subjectId, promise: { userId, subjectId, isSummary: true, notificationIds } }];
  }
  return newest.map(({ row, notification: { id, data } }) => ({
    key: hashOf('release', id, channel, row.data.windowEnd),
    promise: singlePromise(id, data),
  }));
}

/**
 * Drops sends that were already enqueued. A window has one digest: a notification that arrives after it was enqueued
 * stays in the list and is not sent again.
 */
async function notPromised(t: Tx, channel: OutwardChannel, promises: readonly Keyed[]): Promise<readonly Keyed[]> {
  const known = await t.getMany(
    Outbox,
    promises.map(({ key }) => outboxIdOf(topics[channel], key)),
  );
  return promises.filter((_, at) => !known[at]);
}
