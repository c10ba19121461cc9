import type { UserContext } from '#lib/context/context.ts';
import { ConversationMembers } from '#lib/messaging/collections.ts';
import { memberIdOf } from '#lib/messaging/ids.ts';
import { membershipsOf } from '#lib/messaging/queries.ts';

/** How many of a user's latest conversations are checked. */
const LOOKED_AT = 300;

/** Whether a user takes or took part in a conversation with the caller, including hidden ones. */
export async function hasMet({ data, user }: UserContext, userId: string): Promise<boolean> {
  const { rows } = await data.find(membershipsOf(user.id, LOOKED_AT));
  if (rows.length === 0) return false;
  const theirs = await data.getMany(
    ConversationMembers,
    rows.map((row) => memberIdOf(row.data.conversationId, userId)),
  );
  return theirs.some((row) => row !== undefined);
}
