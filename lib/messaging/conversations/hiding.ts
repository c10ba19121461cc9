import type { UserContext } from '#lib/context/context.ts';
import { forbidden } from '#lib/core/errors.ts';
import type { FoundBefore } from '#lib/data/queried-tx.ts';
import type { Row } from '#lib/data/store.ts';
import { messagesFrom } from '#lib/messaging/queries.ts';
import type { Conversation } from '#lib/messaging/schemas/conversation.ts';

/** The messages of its beginning are looked at; in a longer conversation somebody else is taken to have written. */
const LOOKED_AT = 500;

/**
 * Refuses to take a conversation out of everybody's lists, unless its owner does so and nobody else has written in it: a
 * sign of a tool must not make somebody's messages vanish.
 */
export async function assertMayHide(
  { user }: Pick<UserContext, 'user'>,
  found: FoundBefore,
  row: Row<Conversation>,
): Promise<void> {
  if (row.data.ownerId === user.id && !(await hasOthersWords(found, row, user.id))) return;
  throw forbidden('Others would no longer find this conversation', {
    code: 'NotYoursToHide',
    details: { metadata: 'would hide it from the others' },
  });
}

async function hasOthersWords(found: FoundBefore, row: Row<Conversation>, userId: string): Promise<boolean> {
  if (row.data.messageSeq > LOOKED_AT) return true;
  // Each message is counted on its conversation.
  const rows = await found(messagesFrom(row.id, 1, LOOKED_AT), [row]);
  return rows.some(({ data: { senderId } }) => senderId !== null && senderId !== userId);
}
