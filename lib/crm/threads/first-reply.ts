import { EmailMessages } from '#lib/crm/collections.ts';
import type { DeliveryStatus } from '#lib/crm/messages/values.ts';
import type { EmailThread } from '#lib/crm/schemas/thread.ts';
import type { FoundBefore } from '#lib/data/queried-tx.ts';
import { from } from '#lib/data/query.ts';
import type { Row } from '#lib/data/store.ts';
import { writtenAt } from './latest-mail.ts';
import { idsOfThread } from './living-thread.ts';

/** How many messages after a question are searched for its answer. */
const LOOKED_THROUGH = 50;
/** Messages in these states have reached no recipient, as far as we know. */
const unsent: readonly (DeliveryStatus | null)[] = ['sending', 'failed', 'unknown'];

export const earlier = (a: string | null, b: string | null): string | null =>
  a === null || (b !== null && b < a) ? b : a;

const mailsSince = (threadIds: readonly string[], since: string) =>
  from(EmailMessages)
    .where('threadId', 'in', threadIds)
    .where('sortAt', '>=', since)
    .orderBy('sortAt')
    .limit(LOOKED_THROUGH);

/**
 * Returns when a question in these threads was first answered, from the stored messages. Returns null when there is no
 * answer.
 */
export async function findFirstReply(
  found: FoundBefore,
  threads: readonly Row<EmailThread>[],
  askedAt: string,
): Promise<string | null> {
  // The commit that stores a mail also updates its thread, so the threads guard this query.
  const rows = await found(mailsSince(threads.flatMap(idsOfThread), askedAt), threads);
  const replies = rows
    .filter(({ data }) => data.direction === 'outbound' && !unsent.includes(data.deliveryStatus))
    .map(({ data }) => writtenAt(data));
  return replies.filter((at) => at >= askedAt).sort()[0] ?? null;
}
