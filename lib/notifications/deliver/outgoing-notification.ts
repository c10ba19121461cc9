import type { Context } from '#lib/context/context.ts';
import type { Row } from '#lib/data/store.ts';
import type { Locale } from '#lib/i18n/values.ts';
import { Notifications } from '#lib/notifications/collections.ts';
import { unreadCountOf } from '#lib/notifications/list/inbox.ts';
import { isExpired } from '#lib/notifications/list/transitions.ts';
import { actionPathOf, dataOf } from '#lib/notifications/list/view.ts';
import type { Notification } from '#lib/notifications/schemas/notification.ts';
import type { DeliveryPromise } from '#lib/notifications/topics.ts';
import type { NotificationPriority, NotificationType } from '#lib/notifications/values.ts';
import { textOf } from '#lib/notifications/write/texts.ts';

/** A notification or summary for push or email, as of the moment it is sent. */
export type OutgoingNotification = {
  /** The id of the notification, or the own id of a summary. */
  readonly id: string;
  readonly userId: string;
  readonly type: NotificationType;
  readonly title: string;
  readonly message: string;
  readonly priority: NotificationPriority;
  /** A notification with the same tag replaces the earlier one on a screen: the collapse key, else the id. */
  readonly tag: string;
  readonly locale: Locale;
  readonly at: string;
  readonly expiresAt: string | null;
  /** A path of our own site. */
  readonly actionPath: string;
  /** The user's unread count. */
  readonly count: number;
  /** The notifications of a summary, newest first. For a single notification, the notification itself. */
  readonly rows: readonly Pick<Row<Notification>, 'id' | 'data'>[];
};

/** Why nothing is sent. `superseded`: a newer text replaced this one and is sent separately. */
export type Silence = { readonly silent: 'read_first' | 'expired' | 'superseded' };

/**
 * Reads the current state of what is to be sent. Notifications that were read, archived, deleted or expired meanwhile
 * are left out. A summary counts the remaining notifications; a single remaining one is sent with its own text.
 */
export async function readOutgoing(ctx: Context, promise: DeliveryPromise): Promise<OutgoingNotification | Silence> {
  const now = ctx.now();
  const known = await ctx.data.getMany(Notifications, promise.notificationIds);
  const rows = known.filter((row) => row?.data.status === 'unread' && !isExpired(row.data, now)) as Row<Notification>[];
  const [first] = rows;
  if (!first) return { silent: known.some((row) => row && isExpired(row.data, now)) ? 'expired' : 'read_first' };
  if (isSuperseded(promise, first.data)) return { silent: 'superseded' };
  const count = await unreadCountOf(ctx, promise.userId);
  const locale = first.data.locale;
  if (!promise.isSummary || rows.length === 1) {
    const { type, title, message, priority, createdAt, expiresAt, collapseKey } = first.data;
    const tag = collapseKey ?? first.id;
    const actionPath = actionPathOf(dataOf(first.data), ctx.origin);
    const said = { type, title, message, priority, tag, locale, at: createdAt, expiresAt, actionPath, count };
    return { ...said, id: first.id, userId: promise.userId, rows: [first] };
  }
  const words = textOf('digest.summary', { count: rows.length, first: first.data.title }, locale);
  return {
    ...words,
    id: promise.subjectId,
    userId: promise.userId,
    type: first.data.type,
    priority: 'normal',
    tag: 'summary',
    locale,
    at: now.toISOString(),
    expiresAt: null,
    actionPath: '/notifications',
    count,
    rows,
  };
}

/** Whether the row got a newer text since it was enqueued. The newer text is enqueued itself or waits for a digest. */
const isSuperseded = ({ isSummary, collapsedCount }: DeliveryPromise, row: Notification): boolean =>
  !isSummary && collapsedCount !== undefined && collapsedCount < row.collapsedCount;
