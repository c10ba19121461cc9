import { notFound } from '#lib/core/errors.ts';
import { EmailThreads } from '#lib/crm/collections.ts';
import type { EmailThread } from '#lib/crm/schemas/thread.ts';
import type { Reader, Row } from '#lib/data/store.ts';

/** A thread is always merged into an older one, so a chain is short. A longer chain is broken data. */
const MOST_HOPS = 30;

/**
 * Returns the current thread of an id: the thread it was merged into, or itself. Throws NotFound. A transaction that
 * writes a row with a thread's id must read the thread with this function, so that a merge misses no row.
 */
export async function getLivingThread(reader: Reader, id: string): Promise<Row<EmailThread>> {
  let row = await reader.need(EmailThreads, id);
  for (let hops = 0; row.data.mergedInto !== null; hops++) {
    if (hops === MOST_HOPS) throw new Error('threads are merged in a circle');
    row = await reader.need(EmailThreads, row.data.mergedInto);
  }
  return row;
}

/** Throws NotFound for an erased thread. */
export function assertNotErased({ id, data }: Row<EmailThread>): void {
  if (data.erasedAt !== null) throw notFound('Thread', id);
}

/** Returns every id whose rows belong to a thread, for `threadId in …` queries. A store accepts thirty values. */
export const idsOfThread = ({ id, data }: Pick<Row<EmailThread>, 'id' | 'data'>): readonly string[] => [
  id,
  ...data.mergedFrom,
];
