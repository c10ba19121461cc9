import type { Runtime } from '#lib/context/runtime.ts';
import { conversationsByListChange, membershipsOf } from '#lib/messaging/queries.ts';
import type { Conversation, Member } from '#lib/messaging/schemas/conversation.ts';

/** The state of a user's list: when it last changed, and a mark that is unique to this state. */
export type ListState = { readonly changedAt: string; readonly mark: string };

/**
 * Returns the state of a list from the latest change of a conversation or of the user's membership. Two changes in the
 * same millisecond have the same time, so the mark also contains their counters.
 */
export function listStateOf(
  conversation: Pick<Conversation, 'listChangedAt' | 'rev'> | undefined,
  member: Pick<Member, 'updatedAt' | 'lastReadSeq'> | undefined,
): ListState | null {
  const changedAt = [conversation?.listChangedAt, member?.updatedAt]
    .filter((at) => at !== undefined)
    .sort()
    .at(-1);
  if (changedAt === undefined) return null;
  const parts = [
    changedAt,
    ...(conversation?.listChangedAt === changedAt ? [conversation.rev] : []),
    ...(member?.updatedAt === changedAt ? [`r${member.lastReadSeq}`] : []),
  ];
  return { changedAt, mark: parts.join('.') };
}

/** Reads the current state of a user's list; null while the list is empty. */
export async function readListState({ data }: Pick<Runtime, 'data'>, userId: string): Promise<ListState | null> {
  const [latest, own] = await Promise.all([
    data.find(conversationsByListChange(userId, 1)),
    data.find(membershipsOf(userId, 1)),
  ]);
  return listStateOf(latest.rows[0]?.data, own.rows[0]?.data);
}
