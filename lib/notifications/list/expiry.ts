import type { Context } from '#lib/context/context.ts';
import type { Row, Tx } from '#lib/data/store.ts';
import { Tally } from '#lib/notifications/analytics/figures.ts';
import { Notifications } from '#lib/notifications/collections.ts';
import { dueByNow, dueOf } from '#lib/notifications/queries.ts';
import type { Notification } from '#lib/notifications/schemas/notification.ts';
import { openCounts } from './counts.ts';
import { publishCount } from './publish-count.ts';
import { isExpired, moveToArchive, remove } from './transitions.ts';

/** Rows that one request archives. The sweep archives the rest. */
const MOST_BEFORE_READING = 100;
/** Rows moved in one commit. Each may need three writes: the row, its slot and its owner's count. */
const IN_COMMIT = 50;
/** Rows moved in one call, as one slice of the process. The process calls again until no rows remain. */
const MOST_MOVED = 2_000;

type Due = Row<Notification>;
type Clearing = Pick<Context, 'data' | 'now' | 'tunnel'>;

/** Archives a user's expired rows before the user reads the list. Writes nothing when no row has expired. */
export async function archiveDue(ctx: Clearing, userId: string): Promise<void> {
  const { rows } = await ctx.data.find(dueOf(userId, ctx.now().toISOString(), MOST_BEFORE_READING));
  if (rows.length > 0) await moveDue(ctx, rows);
}

/** Moves a slice of all users' due rows: into the archive, or out of it. Returns the number of rows moved. */
export async function sweepDue(ctx: Context): Promise<number> {
  for (let moved = 0; ; ) {
    const { rows, next } = await ctx.data.find(dueByNow(ctx.now().toISOString(), IN_COMMIT));
    if (rows.length > 0) await moveDue(ctx, rows);
    moved += rows.length;
    if (next === null || moved >= MOST_MOVED) return moved;
  }
}

/** Moves rows in one commit, each in its current state, and notifies the users whose count has changed. */
async function moveDue(ctx: Clearing, due: readonly Due[]): Promise<void> {
  const now = ctx.now();
  await openCounts(
    ctx,
    due.map(({ data }) => data.userId),
  );
  const changed = await ctx.data.tx(async (t) => {
    const rows = await t.getMany(
      Notifications,
      due.map(({ id }) => id),
    );
    const tally = new Tally();
    const told = rows.flatMap((row) => (row && isDue(row, now) ? moveOne(t, tally, row, now) : []));
    tally.write(t);
    return told;
  });
  await publishCount(ctx, [...new Set(changed)]);
}

const isDue = ({ data: { dueAt } }: Row<Notification>, now: Date): boolean =>
  dueAt !== null && dueAt <= now.toISOString();

/** Moves one row and returns the user whose unread count changes. */
function moveOne(t: Tx, tally: Tally, row: Row<Notification>, now: Date): readonly string[] {
  const { userId, status, archived } = row.data;
  if (archived) remove(t, tally, row);
  else moveToArchive(t, tally, row, { reason: isExpired(row.data, now) ? 'expired' : 'age', now });
  return status === 'unread' ? [userId] : [];
}
