import type { Context, UserContext } from '#lib/context/context.ts';
import { invalid, notFound } from '#lib/core/errors.ts';
import type { Cursor } from '#lib/data/query.ts';
import type { Reader, Row, Tx } from '#lib/data/store.ts';
import { Tally } from '#lib/notifications/analytics/figures.ts';
import { Notifications } from '#lib/notifications/collections.ts';
import { matching, type NotificationFilter, newestFirst } from '#lib/notifications/queries.ts';
import type {
  Notification,
  NotificationPage,
  NotificationsQuery,
  NotificationView,
  ReadAllInput,
} from '#lib/notifications/schemas/notification.ts';
import type { NotificationType } from '#lib/notifications/values.ts';
import { countsOf, openCounts, totalOf, unreadIn } from './counts.ts';
import { archiveDue } from './expiry.ts';
import { publishCount } from './publish-count.ts';
import { moveToArchive, moveToRead, remove } from './transitions.ts';
import { viewOf } from './view.ts';

/** Rows that one commit marks as read. Each may free a slot and increment a day of its own, and a commit has 500 writes. */
const READ_AT_ONCE = 150;
const WALK = 500;

/** Returns a user's unread count, in total or for one type. */
export async function unreadCountOf(ctx: Context, userId: string, type?: NotificationType): Promise<number> {
  await archiveDue(ctx, userId);
  return totalOf(await countsOf(ctx, userId), { status: 'unread', type });
}

/** Returns one page of the caller's notifications, newest first. */
export async function listNotifications(ctx: UserContext, query: NotificationsQuery): Promise<NotificationPage> {
  const { page, limit, ...filters } = query;
  const filter = { userId: ctx.user.id, ...filters };
  await archiveDue(ctx, ctx.user.id);
  const [counts, rows] = await Promise.all([countsOf(ctx, ctx.user.id), pageOf(ctx.data, filter, page, limit)]);
  // The count documents know no time bounds, so the matches of such a query are counted. Only API requests use bounds.
  const total = filter.before || filter.after ? await ctx.data.count(matching(filter)) : totalOf(counts, filter);
  const totalPages = Math.ceil(total / limit);
  return {
    notifications: rows.map(viewOf),
    pagination: { page, limit, total, totalPages, hasNext: page < totalPages, hasPrev: page > 1 },
    unreadCount: unreadIn(counts),
  };
}

/** Pages with cursors instead of offsets, because Firestore bills skipped rows. */
async function pageOf(reader: Reader, filter: NotificationFilter, page: number, limit: number) {
  let skip = (page - 1) * limit;
  let cursor: Cursor | undefined;
  while (skip > 0) {
    const { next } = await reader.find(newestFirst(filter, Math.min(skip, WALK), cursor));
    if (next === null) return [];
    cursor = next;
    skip -= Math.min(skip, WALK);
  }
  return (await reader.find(newestFirst(filter, limit, cursor))).rows;
}

type Moved = {
  readonly notification: Pick<NotificationView, 'id' | 'status' | 'readAt'>;
  readonly unreadCount: number;
};

/** Marks one of the caller's notifications as read. A notification already read or archived is returned unchanged. */
export const readNotification = (ctx: UserContext, id: string): Promise<Moved> => change(ctx, id, moveToRead);

/** Archives one of the caller's notifications. A notification already archived is returned unchanged. */
export const archiveNotification = (ctx: UserContext, id: string): Promise<Moved> =>
  change(ctx, id, (t, tally, row, now) => moveToArchive(t, tally, row, { reason: 'user', now }));

async function change(
  ctx: UserContext,
  id: string,
  move: (t: Tx, tally: Tally, row: Row<Notification>, now: Date) => Notification,
): Promise<Moved> {
  const now = ctx.now();
  await archiveDue(ctx, ctx.user.id);
  await openCounts(ctx, [ctx.user.id]);
  const { before, moved } = await ctx.data.tx(async (t) => {
    const row = await ownRow(t, ctx.user.id, id);
    const tally = new Tally();
    const after = move(t, tally, row, now);
    tally.write(t);
    return { before: row.data.status, moved: after };
  });
  if (before === 'unread') await publishCount(ctx, [ctx.user.id]);
  const { status, readAt } = moved;
  return { notification: { id, status, readAt }, unreadCount: await unreadCountOf(ctx, ctx.user.id) };
}

/** Returns the caller's own row. A row of another user throws the same NotFound as a missing one. */
async function ownRow(reader: Reader, userId: string, id: string): Promise<Row<Notification>> {
  const row = await reader.get(Notifications, id);
  if (row?.data.userId !== userId) throw notFound('Notification', id);
  return row;
}

/** Permanently deletes one of the caller's notifications. */
export async function deleteNotification(ctx: UserContext, id: string): Promise<void> {
  await openCounts(ctx, [ctx.user.id]);
  const status = await ctx.data.tx(async (t) => {
    const row = await ownRow(t, ctx.user.id, id);
    const tally = new Tally();
    remove(t, tally, row);
    tally.write(t);
    return row.data.status;
  });
  if (status === 'unread') await publishCount(ctx, [ctx.user.id]);
}

/** Merges the fields of body and query. A field given in both must have the same value. */
export function readAllAsked(body: ReadAllInput, query: ReadAllInput): ReadAllInput {
  const fields = ['type', 'before'] as const;
  const differing = fields.filter((name) => body[name] && query[name] && body[name] !== query[name]);
  if (differing.length > 0)
    throw invalid(
      'The body and the query have different values for the same field',
      Object.fromEntries(differing.map((name) => [name, 'must be the same in the body and the query'])),
    );
  return { ...query, ...body };
}

/** Marks the caller's notifications up to a time as read, by default now; later ones stay unread. Returns their number. */
export async function readAll(
  ctx: UserContext,
  { type, before }: ReadAllInput,
): Promise<{ markedCount: number; unreadCount: number }> {
  const now = ctx.now();
  const userId = ctx.user.id;
  await archiveDue(ctx, userId);
  await openCounts(ctx, [userId]);
  const until = new Date(Math.min(Date.parse(before ?? now.toISOString()), now.getTime()));
  // The bound of the query is exclusive, and rows created in this very millisecond must be included.
  const filter = { userId, status: 'unread', ...(type && { type }), before: justAfter(until) } as const;
  let markedCount = 0;
  for (;;) {
    const { rows } = await ctx.data.find(newestFirst(filter, READ_AT_ONCE));
    if (rows.length === 0) break;
    markedCount += await readThese(
      ctx,
      rows.map(({ id }) => id),
      now,
    );
  }
  if (markedCount > 0) await publishCount(ctx, [userId]);
  return { markedCount, unreadCount: await unreadCountOf(ctx, userId) };
}

const justAfter = (moment: Date): string => new Date(moment.getTime() + 1).toISOString();

/** Marks some of the caller's rows as read. Returns how many were still unread. */
const readThese = (ctx: UserContext, ids: readonly string[], now: Date): Promise<number> =>
  ctx.data.tx(async (t) => {
    const rows = (await t.getMany(Notifications, ids)).filter((row) => row?.data.status === 'unread');
    const tally = new Tally();
    for (const row of rows) if (row) moveToRead(t, tally, row, now);
    tally.write(t);
    return rows.length;
  });
