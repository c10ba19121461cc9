import type { Runtime } from '#lib/context/runtime.ts';
import { codeOf } from '#lib/core/errors.ts';
import { newId } from '#lib/core/ids.ts';
import { after, before, SECOND_MS } from '#lib/core/time.ts';
import type { Collection } from './collection.ts';
import { type OutboxRow, outboxOf } from './outbox.ts';
import { ANY_PROCESS, ownOwners, thisOwner } from './outbox-owner.ts';
import { from } from './query.ts';
import type { Row } from './store.ts';
import type { OutboxLane } from './values.ts';

export const OUTBOX_LEASE_MS = 60 * SECOND_MS;
/**
 * A drainer leaves a row to the process that promised the row until the row is this late. Then that process is gone or
 * busy.
 */
export const OTHERS_AFTER_MS = 10 * SECOND_MS;
/** The number of rows of a queue that a process hands over when it stops. A stop must be short. */
const HANDED_OVER = 300;
export const NEVER = Number.POSITIVE_INFINITY;

type Ctx = Pick<Runtime, 'data' | 'now'>;
export type Leased = Row<OutboxRow>;

/** Queries the due rows of a status: `waiting` rows are ready to be claimed, `leased` rows have an expired lease. */
export const rowsDue = (lane: OutboxLane, status: 'waiting' | 'leased', at: string, limit: number) =>
  from(outboxOf(lane)).where('status', '==', status).where('availableAt', '<=', at).orderBy('availableAt').limit(limit);

/** Queries the waiting rows, the earliest due first. */
export const waitingRows = (limit: number, lane: OutboxLane = 'common') =>
  from(outboxOf(lane)).where('status', '==', 'waiting').orderBy('availableAt').limit(limit);

const ownRows = (lane: OutboxLane) => from(outboxOf(lane)).where('owner', 'in', ownOwners());

/** Queries the row that this process performs next. The drainer watches this query. */
export const nextOwnRow = (lane: OutboxLane) => ownRows(lane).orderBy('availableAt').limit(1);

/** Queries the leased rows, the lease that expires first at the front. */
export const leasedRows = (limit: number, lane: OutboxLane = 'common') =>
  from(outboxOf(lane)).where('status', '==', 'leased').orderBy('availableAt').limit(limit);

type Claiming = {
  readonly lane?: OutboxLane;
  /**
   * How late a row that another process promised must be before it is claimed. By default such rows are not claimed.
   */
  readonly othersAfterMs?: number;
};

/**
 * Claims up to `limit` due rows for one lease, the longest due first. Two drainers never hold the same row at the same
 * time.
 */
export async function claimDue(
  { data, now }: Ctx,
  limit: number,
  { lane = 'common', othersAfterMs = NEVER }: Claiming = {},
): Promise<readonly Leased[]> {
  const at = now();
  const due = await findDue(data, at, limit, { lane, othersAfterMs });
  const lease = { leaseOwner: newId('run'), availableAt: after(at, OUTBOX_LEASE_MS) };
  // Each row is claimed separately, so that a row taken by another drainer does not fail the other claims. SQLite
  // commits all claims together; in Firestore no claim waits for a lock.
  const claims = await Promise.allSettled(due.map((row) => claim(data, outboxOf(lane), row, lease)));
  const claimed = claims.flatMap((result) => (result.status === 'fulfilled' && result.value ? [result.value] : []));
  const failed = claims.find((result) => result.status === 'rejected');
  if (failed && claimed.length === 0) throw failed.reason;
  return claimed;
}

async function findDue(
  data: Ctx['data'],
  at: Date,
  limit: number,
  { lane, othersAfterMs }: Required<Claiming>,
): Promise<readonly Leased[]> {
  const own = await data.find(
    ownRows(lane).where('availableAt', '<=', at.toISOString()).orderBy('availableAt').limit(limit),
  );
  if (othersAfterMs === NEVER) return own.rows;
  const late = await data.find(rowsDue(lane, 'waiting', before(at, othersAfterMs), limit));
  // A process that always has work of its own must still reach the rows of a process that is gone.
  const due = new Map([...own.rows, ...late.rows].map((row) => [row.id, row]));
  return [...due.values()]
    .sort((a, b) => Date.parse(a.data.availableAt) - Date.parse(b.data.availableAt))
    .slice(0, limit);
}

/**
 * Gives the waiting rows of this process to any process, the earliest due first, so that they are not late after a
 * restart. Rows beyond HANDED_OVER, and rows that changed meanwhile, stay as they are.
 */
export async function handOver({ data }: Pick<Ctx, 'data'>, lane: OutboxLane): Promise<void> {
  const outbox = outboxOf(lane);
  const { rows } = await data.find(
    from(outbox).where('owner', '==', thisOwner()).orderBy('availableAt').limit(HANDED_OVER),
  );
  await Promise.all(rows.map((row) => updateAsRead(data, outbox, row, { owner: ANY_PROCESS })));
}

/** Returns true when a row of any process is due or its lease has expired. An idle drainer runs only this query. */
export async function isAnyDue({ data, now }: Ctx, lane: OutboxLane): Promise<boolean> {
  const open = from(outboxOf(lane)).where('status', 'in', ['waiting', 'leased']);
  const { rows } = await data.find(
    open.where('availableAt', '<=', now().toISOString()).orderBy('availableAt').limit(1),
  );
  return rows.length > 0;
}

/** Returns true when a row of any process has been due for `lateMs`. */
export async function isAnyLate({ data, now }: Ctx, lateMs: number, lane: OutboxLane): Promise<boolean> {
  const { rows } = await data.find(rowsDue(lane, 'waiting', before(now(), lateMs), 1));
  return rows.length > 0;
}

/**
 * Claims a row if it is unchanged since it was read; returns null when the row has changed. An applied commit may be
 * repeated and then finds its own change, so a changed row is read again.
 */
async function claim(
  data: Ctx['data'],
  outbox: Collection<OutboxRow>,
  { id, version, data: found }: Leased,
  lease: Pick<OutboxRow, 'leaseOwner' | 'availableAt'>,
): Promise<Leased | null> {
  const change = {
    ...lease,
    status: 'leased' as const,
    owner: null,
    attempts: found.attempts + 1,
    fence: found.fence + 1,
  };
  const isOurs =
    (await updateAsRead(data, outbox, { id, version }, change)) ||
    (await data.get(outbox, id))?.data.leaseOwner === lease.leaseOwner;
  return isOurs ? { id, version, data: { ...found, ...change } } : null;
}

/** Updates a row only if it is unchanged since it was read. Returns false when the row has changed or is gone. */
export async function updateAsRead(
  data: Ctx['data'],
  outbox: Collection<OutboxRow>,
  { id, version }: Pick<Leased, 'id' | 'version'>,
  change: Partial<OutboxRow>,
): Promise<boolean> {
  try {
    await data.update(outbox, id, change, version);
    return true;
  } catch (error) {
    const code = codeOf(error);
    if (code === 'CONFLICT' || code === 'NOT_FOUND') return false;
    throw error;
  }
}
