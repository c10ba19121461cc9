import type { UserContext } from '#lib/context/context.ts';
import { ConversationMembers } from '#lib/messaging/collections.ts';
import { memberIdOf } from '#lib/messaging/ids.ts';
import { membershipsOf } from '#lib/messaging/queries.ts';

/** So many of the latest conversations of a person say whom they know. */
const LOOKED_AT = 300;

/** Whether somebody takes or took part with the caller in a conversation, hidden ones too. */
export async function hasMet({ data, user }: UserContext, userId: string): Promise<boolean> {
  const { rows } = await data.find(membershipsOf(user.id, LOOKED_AT));
  if (rows.length === 0) return false;
  const theirs = await data.getMany(
    ConversationMembers,
    rows.map((row) => memberIdOf(row.data.conversationId, userId)),
  );
  return theirs.some((row) => row !== undefined);
}
