import type { Context } from '#lib/context/context.ts';
import type { Row } from '#lib/data/store.ts';
import type { Locale } from '#lib/i18n/values.ts';
import { Notifications } from '#lib/notifications/collections.ts';
import { unreadCountOf } from '#lib/notifications/list/inbox.ts';
import { isOver } from '#lib/notifications/list/moves.ts';
import { actionPathOf, dataOf } from '#lib/notifications/list/view.ts';
import type { Notification } from '#lib/notifications/schemas/notification.ts';
import type { NewsPromise } from '#lib/notifications/topics.ts';
import type { NotificationPriority, NotificationType } from '#lib/notifications/values.ts';
import { textOf } from '#lib/notifications/write/texts.ts';

/** What is to be said to a person outside the page, at the moment it is sent. */
export type OutwardNews = {
  /** The notification; of a summary, its own id. */
  readonly id: string;
  readonly userId: string;
  readonly type: NotificationType;
  readonly title: string;
  readonly message: string;
  readonly priority: NotificationPriority;
  /** What replaces what on a screen: the collapse key, else the id. */
  readonly tag: string;
  readonly locale: Locale;
  readonly at: string;
  readonly expiresAt: string | null;
  /** A path of our own. */
  readonly actionPath: string;
  /** The person's unread count. */
  readonly count: number;
  /** What a summary stands for, newest first; of one notification, itself. */
  readonly rows: readonly Pick<Row<Notification>, 'id' | 'data'>[];
};

/** Why nothing is said any more. `superseded`: newer words were laid over these, and speak for themselves. */
export type Silence = { readonly silent: 'read_first' | 'expired' | 'superseded' };

/**
 * Reads what a promise stands for as it is by now: what was read, archived or deleted meanwhile is not said, and what has
 * expired neither. A summary counts what is left of it; where one is left, that one speaks for itself.
 */
export async function readNews(ctx: Context, promise: NewsPromise): Promise<OutwardNews | Silence> {
  const now = ctx.now();
  const known = await ctx.data.getMany(Notifications, promise.notificationIds);
  const rows = known.filter((row) => row?.data.status === 'unread' && !isOver(row.data, now)) as Row<Notification>[];
  const [first] = rows;
  if (!first) return { silent: known.some((row) => row && isOver(row.data, now)) ? 'expired' : 'read_first' };
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

/** Whether the row was given newer words since this was promised: those have promises of their own, or wait for a digest. */
const isSuperseded = ({ isSummary, collapsedCount }: NewsPromise, row: Notification): boolean =>
  !isSummary && collapsedCount !== undefined && collapsedCount < row.collapsedCount;
