import { Users } from '#lib/auth/collections.ts';
import type { Context } from '#lib/context/context.ts';
import { codeOf } from '#lib/core/errors.ts';
import type { Patch } from '#lib/data/patch.ts';
import type { Cursor } from '#lib/data/query.ts';
import type { Row } from '#lib/data/store.ts';
import { NotificationCounts } from '#lib/notifications/collections.ts';
import { allOf, countsByAge, matching, type NotificationFilter } from '#lib/notifications/queries.ts';
import {
  type CellName,
  type NotificationCounts as Counts,
  cellName,
  cells,
} from '#lib/notifications/schemas/counts.ts';
import { notificationStatuses } from '#lib/notifications/values.ts';

type Counting = Pick<Context, 'data' | 'now'>;
type Totals = { readonly [cell in CellName]?: number | undefined };

/**
 * A count is discarded when a row changed meanwhile. For a user whose rows change more often than this, the count is
 * not stored.
 */
const TRIES = 8;
/** The users recounted in one run, and those read together. Each row has a figure for each of about sixty cells. */
const MOST_CHECKED = 500;
const AT_ONCE = 50;

/**
 * Creates the documents that count these users' rows. Every commit that moves a row increments its owner's document and
 * fails without it. Rows older than their document are counted on the first request for a number.
 */
export async function openCounts({ data, now }: Counting, userIds: readonly string[]): Promise<void> {
  const people = [...new Set(userIds)];
  const known = await data.getMany(NotificationCounts, people);
  await Promise.all(
    people.map(async (userId, at) => {
      if (known[at]) return;
      // Rows are created only after this document, so a user without rows is counted already.
      const countedAt = (await hasRows(data, userId)) ? null : now().toISOString();
      await data.create(NotificationCounts, userId, { countedAt }).catch(ignoreExisting);
    }),
  );
}

const hasRows = async (data: Context['data'], userId: string): Promise<boolean> =>
  (await data.find(allOf(userId, 1))).rows.length > 0;

/** Ignores the error of a document that another process has created first. */
function ignoreExisting(error: unknown): void {
  if (codeOf(error) !== 'EXISTS') throw error;
}

/** Returns a user's notifications by cell. Needs one read, however many there are. */
export async function countsOf(ctx: Counting, userId: string): Promise<Totals> {
  const row = await ctx.data.get(NotificationCounts, userId);
  if (row && row.data.countedAt !== null) return row.data;
  if (!row && !(await hasRows(ctx.data, userId))) return {};
  return (await countAnew(ctx, userId)).totals;
}

/** Returns the count of a filter without time bounds. */
export function totalOf(counts: Totals, { status, type, priority }: Omit<NotificationFilter, 'userId'>): number {
  const wanted = cells.filter(
    (cell) =>
      (status === undefined ? cell.status !== 'archived' : cell.status === status) &&
      (type === undefined || cell.type === type) &&
      (priority === undefined || cell.priority === priority),
  );
  return wanted.reduce((sum, cell) => sum + (counts[cellName(cell)] ?? 0), 0);
}

/** Returns the number of a user's unread notifications. */
export const unreadIn = (counts: Totals): number => totalOf(counts, { status: 'unread' });

type Counted = { readonly totals: Totals; readonly wrong: readonly CellName[] };

/**
 * Counts a user's rows and stores the result. Each commit that moves a row changes the document too. A result written
 * over an unchanged document is therefore a consistent count.
 */
async function countAnew(ctx: Counting, userId: string): Promise<Counted> {
  await openCounts(ctx, [userId]);
  for (let tries = 1; ; tries++) {
    const before = await ctx.data.need(NotificationCounts, userId);
    const totals = await countRows(ctx, userId);
    const wrong = cells.map(cellName).filter((name) => (before.data[name] ?? 0) !== (totals[name] ?? 0));
    const patch = Object.fromEntries(wrong.map((name) => [name, totals[name] ?? 0])) as Patch<Counts>;
    try {
      await ctx.data.update(
        NotificationCounts,
        userId,
        { ...patch, countedAt: ctx.now().toISOString() },
        before.version,
      );
      return { totals, wrong: before.data.countedAt === null ? [] : wrong };
    } catch (error) {
      if (codeOf(error) !== 'CONFLICT') throw error;
      if (tries === TRIES) return { totals, wrong: [] };
    }
  }
}

async function countRows({ data }: Counting, userId: string): Promise<Totals> {
  const totals: Partial<Record<CellName, number>> = {};
  // Counts one status after another: most users have few notifications, and sixty concurrent queries would serve no
  // purpose.
  for (const status of notificationStatuses) {
    if ((await data.count(matching({ userId, status }))) === 0) continue;
    const held = cells.filter((cell) => cell.status === status);
    const found = await Promise.all(held.map((cell) => data.count(matching({ userId, ...cell }))));
    for (const [at, cell] of held.entries()) totals[cellName(cell)] = found[at] ?? 0;
  }
  return totals;
}

export type Recounted = { readonly seen: number; readonly wrong: number };

/**
 * Recounts the users whose last count is oldest, corrects wrong counts and logs them, because a drift is a bug. Also
 * deletes the documents of deleted users.
 */
export async function recountSome(ctx: Context): Promise<Recounted> {
  const checked = new Set<string>();
  let wrong = 0;
  let after: Cursor | undefined;
  do {
    const { rows, next } = await ctx.data.find(countsByAge(AT_ONCE, after));
    // A recounted user moves to the end of the order and may appear again in this run.
    for (const row of rows.filter(({ id }) => !checked.has(id))) {
      wrong += await recount(ctx, row);
      checked.add(row.id);
    }
    after = next ?? undefined;
  } while (after !== undefined && checked.size < MOST_CHECKED);
  return { seen: checked.size, wrong };
}

async function recount(ctx: Context, { id: userId }: Row<Counts>): Promise<number> {
  const user = await ctx.data.get(Users, userId);
  if (!user && !(await hasRows(ctx.data, userId))) {
    await ctx.data.delete(NotificationCounts, userId);
    return 0;
  }
  const { wrong } = await countAnew(ctx, userId);
  if (wrong.length > 0) ctx.log('error', 'notification-counts.drifted', { userId, cells: wrong });
  return wrong.length > 0 ? 1 : 0;
}
