import { notFound } from '#lib/core/errors.ts';
import { EmailThreads } from '#lib/crm/collections.ts';
import type { EmailThread } from '#lib/crm/schemas/thread.ts';
import type { Reader, Row } from '#lib/data/store.ts';

/** A thread is merged into an older one each time, so a chain is short; a longer one is broken data. */
const MOST_HOPS = 30;

/**
 * The thread an id means today: the one it has gone into where it was merged. Throws NotFound. Whoever writes a row with
 * a thread's id reads the thread by this in the same transaction, so that no row is left behind by a merge.
 */
export async function getLivingThread(reader: Reader, id: string): Promise<Row<EmailThread>> {
  let row = await reader.need(EmailThreads, id);
  for (let hops = 0; row.data.mergedInto !== null; hops++) {
    if (hops === MOST_HOPS) throw new Error('a thread is merged in a circle');
    row = await reader.need(EmailThreads, row.data.mergedInto);
  }
  return row;
}

/** Refuses work on a thread of which nothing is left: NotFound. */
export function assertKept({ id, data }: Row<EmailThread>): void {
  if (data.erasedAt !== null) throw notFound('Thread', id);
}

/** Every id whose rows belong to a thread: for queries `threadId in …`, of which a store takes thirty. */
export const idsOfThread = ({ id, data }: Pick<Row<EmailThread>, 'id' | 'data'>): readonly string[] => [
  id,
  ...data.mergedFrom,
];
