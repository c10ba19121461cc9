import { Users } from '#lib/auth/collections.ts';
import type { Context, CurrentUser } from '#lib/context/context.ts';
import { hashId, newId } from '#lib/core/ids.ts';
import { enqueue } from '#lib/data/outbox.ts';
import type { Reader, Row, Tx, Writer } from '#lib/data/store.ts';
import { openDay, sentOf, Tally } from '#lib/notifications/analytics/figures.ts';
import { Notifications } from '#lib/notifications/collections.ts';
import { preferencesOf } from '#lib/notifications/deliver/preferences.ts';
import { openCounts } from '#lib/notifications/list/counts.ts';
import { publishCount } from '#lib/notifications/list/publish-count.ts';
import { isExpired, moveToArchive, moveToRead } from '#lib/notifications/list/transitions.ts';
import type { Notification } from '#lib/notifications/schemas/notification.ts';
import { type NotifyPromise, notifyTopic } from '#lib/notifications/topics.ts';
import { type NotificationPriority, notificationPriorities } from '#lib/notifications/values.ts';
import { holderOf, slotLane, takeSlot } from './collapse.ts';
import { type Draft, draftFor, type NotificationContent } from './draft.ts';
import { promiseDeliveries, writeNew } from './write-notification.ts';

export type { NotificationContent } from './draft.ts';

/** The outcome of a notification. `nobody`: the account does not exist any more. */
export type CreateOutcome =
  | {
      readonly outcome: 'created' | 'collapsed' | 'repeated' | 'suppressed';
      readonly row: Pick<Row<Notification>, 'id' | 'data'>;
    }
  | { readonly outcome: 'expired' | 'nobody'; readonly row: null };

/** Further writes of the caller in the same commit. */
export type Alongside = (write: Writer, id: string, row: Notification) => void;

/**
 * Notifies one user: stores the notification, enqueues push and email by the user's preferences, and publishes the new
 * count to open pages. With a `key` it happens once, however often it is called. Nothing is sent inside the
 * transaction.
 */
export async function createNotification(
  ctx: Context,
  userId: string,
  content: NotificationContent,
  alongside?: Alongside,
): Promise<CreateOutcome> {
  const now = ctx.now();
  if (content.expiresAt && content.expiresAt <= now.toISOString()) return { outcome: 'expired', row: null };
  const person = await recipientOf(ctx.data, userId);
  if (!person) return { outcome: 'nobody', row: null };

  const draft = draftFor(content, person, await preferencesOf(ctx.data, person), now);
  const id = content.key === undefined ? newId('notification') : notificationIdOf(userId, content.source, content.key);
  const { collapseKey } = draft.row;
  await Promise.all([openDay(ctx), openCounts(ctx, [userId])]);
  const told = await ctx.data.tx((t) => write(t, id, draft, { now, isKeyed: content.key !== undefined, alongside }), {
    ...(collapseKey !== null && { lane: slotLane(userId, collapseKey) }),
  });
  if (told.outcome !== 'repeated' && !told.row.data.archived) await publishCount(ctx, [userId], 'news');
  return told;
}

/** Enqueues a notification in the commit of its cause. It is created once per key, however often it is enqueued. */
export const promiseNotification = (write: Writer, promise: NotifyPromise, now: Date): void =>
  enqueue(write, notifyTopic, promise, { now });

/**
 * Marks the unread row of a slot as read: a user who has read the conversation has read its notification. An expired
 * row, as after the ringing of a call, is archived instead.
 */
export async function readCollapsed(ctx: Context, userId: string, collapseKey: string): Promise<void> {
  const now = ctx.now();
  await openCounts(ctx, [userId]);
  const isMoved = await ctx.data.tx(
    async (t) => {
      const holder = await holderOf(t, userId, collapseKey);
      if (!holder) return false;
      const tally = new Tally();
      if (isExpired(holder.data, now)) moveToArchive(t, tally, holder, { reason: 'expired', now });
      else moveToRead(t, tally, holder, now);
      tally.write(t);
      return true;
    },
    { lane: slotLane(userId, collapseKey) },
  );
  if (isMoved) await publishCount(ctx, [userId]);
}

/** Returns the id of the notification for a key. */
export const notificationIdOf = (userId: string, source: string, key: string): string =>
  hashId('notification', source, key, userId);

async function recipientOf(reader: Reader, userId: string): Promise<CurrentUser | null> {
  const user = await reader.get(Users, userId);
  return user && user.data.status !== 'deleted' ? { ...user.data, id: user.id } : null;
}

type Writing = { readonly now: Date; readonly isKeyed: boolean; readonly alongside: Alongside | undefined };
type Written = Exclude<CreateOutcome, { row: null }>;

async function write(t: Tx, id: string, draft: Draft, { now, isKeyed, alongside }: Writing): Promise<Written> {
  const { row } = draft;
  const [known, holder] = await Promise.all([
    isKeyed ? t.get(Notifications, id) : undefined,
    row.collapseKey === null ? undefined : holderOf(t, row.userId, row.collapseKey),
  ]);
  // The same cause has already notified the user. It created this row, or it was the last to replace the text of the
  // holder.
  const before = known ?? (isKeyed && holder?.data.source === row.source ? holder : undefined);
  if (before) return { outcome: 'repeated', row: before };

  const tally = new Tally();
  const isHeld = holder !== undefined && !isExpired(holder.data, now);
  if (holder && !isHeld) moveToArchive(t, tally, holder, { reason: 'expired', now });
  const told = isHeld ? layOver(t, tally, holder, draft, now) : begin(t, tally, id, draft, now);
  alongside?.(t, told.row.id, told.row.data);
  tally.write(t);
  return told;
}

function begin(t: Tx, tally: Tally, id: string, draft: Draft, now: Date): Written {
  const { row } = draft;
  if (row.collapseKey !== null) takeSlot(t, row.userId, row.collapseKey, id);
  writeNew(t, tally, id, draft, now);
  return { outcome: row.archived ? 'suppressed' : 'created', row: { id, data: row } };
}

/**
 * Replaces the text of the unread row that holds the slot. The row keeps its type and the day it counts on. The higher
 * priority wins, so that a user mentioned among many messages is still notified, and the row counts under it.
 */
function layOver(t: Tx, tally: Tally, { id, data: held }: Row<Notification>, draft: Draft, now: Date): Written {
  const { title, message, data, createdAt, expiresAt, dueAt, template, params, people, locale, source, plan } =
    draft.row;
  const patch = { title, message, data, createdAt, expiresAt, dueAt, template, params, people, locale, source, plan };
  const priority = higherOf(held.priority, draft.row.priority);
  const row = { ...held, ...patch, priority, collapsedCount: held.collapsedCount + 1 };
  t.set(Notifications, id, row);
  if (priority !== held.priority) {
    tally.move(held, row);
    sentOf(tally, id, held, -1);
    sentOf(tally, id, row);
  }
  promiseDeliveries(t, id, { ...draft, row }, { now, held });
  return { outcome: 'collapsed', row: { id, data: row } };
}

const higherOf = (a: NotificationPriority, b: NotificationPriority): NotificationPriority =>
  notificationPriorities.indexOf(a) > notificationPriorities.indexOf(b) ? a : b;
