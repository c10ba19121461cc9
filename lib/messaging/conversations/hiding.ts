import type { UserContext } from '#lib/context/context.ts';
import { forbidden } from '#lib/core/errors.ts';
import type { FoundBefore } from '#lib/data/queried-tx.ts';
import type { Row } from '#lib/data/store.ts';
import { messagesFrom } from '#lib/messaging/queries.ts';
import type { Conversation } from '#lib/messaging/schemas/conversation.ts';

/**
 * How many messages are checked, from the first one. In a longer conversation the check assumes that others have
 * written.
 */
const LOOKED_AT = 500;

/**
 * Rejects hiding a conversation from all lists, unless its owner asks and no other user has written in it. A sign of a
 * tool must not make other users' messages vanish.
 */
export async function assertMayHide(
  { user }: Pick<UserContext, 'user'>,
  found: FoundBefore,
  row: Row<Conversation>,
): Promise<void> {
  if (row.data.ownerId === user.id && !(await hasOthersWords(found, row, user.id))) return;
  throw forbidden('This conversation cannot be hidden: the other participants would no longer find it', {
    code: 'NotYoursToHide',
    details: { metadata: 'would hide the conversation from the other participants' },
  });
}

async function hasOthersWords(found: FoundBefore, row: Row<Conversation>, userId: string): Promise<boolean> {
  if (row.data.messageSeq > LOOKED_AT) return true;
  // Every message changes its conversation row, so that row guards the query.
  const rows = await found(messagesFrom(row.id, 1, LOOKED_AT), [row]);
  return rows.some(({ data: { senderId } }) => senderId !== null && senderId !== userId);
}
