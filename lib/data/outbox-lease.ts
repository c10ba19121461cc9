import type { Runtime } from '#lib/context/runtime.ts';
import { codeOf } from '#lib/core/errors.ts';
import { newId } from '#lib/core/ids.ts';
import { after, SECOND_MS } from '#lib/core/time.ts';
import type { Collection } from './collection.ts';
import { type OutboxRow, outboxOf } from './outbox.ts';
import { from } from './query.ts';
import type { Row } from './store.ts';
import type { OutboxLane } from './values.ts';

export const OUTBOX_LEASE_MS = 60 * SECOND_MS;

type Ctx = Pick<Runtime, 'data' | 'now'>;
export type Leased = Row<OutboxRow>;

/** Rows of a status whose time has come: waiting ones are to be claimed, the lease of leased ones has run out. */
export const rowsDue = (lane: OutboxLane, status: 'waiting' | 'leased', at: string, limit: number) =>
  from(outboxOf(lane)).where('status', '==', status).where('availableAt', '<=', at).orderBy('availableAt').limit(limit);

/** The rows that wait, the earliest due first: what a drainer watches. */
export const waitingRows = (limit: number, lane: OutboxLane = 'common') =>
  from(outboxOf(lane)).where('status', '==', 'waiting').orderBy('availableAt').limit(limit);

/** The rows that are being performed, the lease that ends first before the others. */
export const leasedRows = (limit: number, lane: OutboxLane = 'common') =>
  from(outboxOf(lane)).where('status', '==', 'leased').orderBy('availableAt').limit(limit);

/** Takes up to `limit` due rows for one lease. Two drainers never hold the same row at the same time. */
export async function claimDue(
  { data, now }: Ctx,
  limit: number,
  lane: OutboxLane = 'common',
): Promise<readonly Leased[]> {
  const at = now();
  const due = await data.find(rowsDue(lane, 'waiting', at.toISOString(), limit));
  const lease = { leaseOwner: newId('run'), availableAt: after(at, OUTBOX_LEASE_MS) };
  // Each row by itself, because a row that another drainer has taken must not cost the others. SQLite commits all of them
  // together; in Firestore none of them waits for a lock.
  const claims = await Promise.allSettled(due.rows.map((row) => claim(data, outboxOf(lane), row, lease)));
  const claimed = claims.flatMap((one) => (one.status === 'fulfilled' && one.value ? [one.value] : []));
  const failed = claims.find((one) => one.status === 'rejected');
  if (failed && claimed.length === 0) throw failed.reason;
  return claimed;
}

/** Claims a row as it was found; null when it has changed since. */
async function claim(
  data: Ctx['data'],
  outbox: Collection<OutboxRow>,
  { id, version, data: found }: Leased,
  lease: Pick<OutboxRow, 'leaseOwner' | 'availableAt'>,
): Promise<Leased | null> {
  const change = { ...lease, status: 'leased' as const, attempts: found.attempts + 1, fence: found.fence + 1 };
  const isOurs = await updateAsRead(data, outbox, { id, version }, change);
  return isOurs ? { id, version, data: { ...found, ...change } } : null;
}

/** Updates a row only while it is as it was read; false when it has changed since, or is gone. */
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
