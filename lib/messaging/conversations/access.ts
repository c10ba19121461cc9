import type { UserContext } from '#lib/context/context.ts';
import { forbidden, notFound } from '#lib/core/errors.ts';
import type { Reader, Row } from '#lib/data/store.ts';
import { ConversationMembers, Conversations } from '#lib/messaging/collections.ts';
import { memberIdOf } from '#lib/messaging/ids.ts';
import type { Conversation, Member } from '#lib/messaging/schemas/conversation.ts';

/** A conversation and the membership of one of its participants. */
export type Mine = { readonly row: Row<Conversation>; readonly member: Member };

/**
 * Returns a conversation of the caller. For everyone else, including platform admins, it throws the same NotFound as
 * for a missing or deleted conversation.
 */
export async function getMine({ user }: Pick<UserContext, 'user'>, reader: Reader, id: string): Promise<Mine> {
  const [row, member] = await Promise.all([
    reader.get(Conversations, id),
    reader.get(ConversationMembers, memberIdOf(id, user.id)),
  ]);
  if (!row || !member || row.data.deletedAt !== null || !row.data.participantIds.includes(user.id))
    throw notFound(Conversations.label, id);
  return { row, member: member.data };
}

/** Throws Forbidden for a restricted account, which may read but not write. */
export function assertMayWrite({ user }: Pick<UserContext, 'user'>): void {
  if (user.status === 'restricted')
    throw forbidden('Your account is restricted: it can read but not write', { code: 'AccountRestricted' });
}

export const laneOf = (conversationId: string): string => `conversations/${conversationId}`;

/** Does the same for a caller who intends to write. */
export async function getMineToWrite(ctx: UserContext, id: string): Promise<Mine> {
  assertMayWrite(ctx);
  return getMine(ctx, ctx.data, id);
}
