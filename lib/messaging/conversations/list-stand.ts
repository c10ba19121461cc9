import type { Runtime } from '#lib/context/runtime.ts';
import { conversationsByListChange, membershipsOf } from '#lib/messaging/queries.ts';
import type { Conversation, Member } from '#lib/messaging/schemas/conversation.ts';

/** How a person's list stands: when anything of it has last changed, and a mark that no other state of it has. */
export type ListStand = { readonly changedAt: string; readonly mark: string };

/**
 * How a list stands whose newest change is this of a conversation, or this of what one is to its person. A moment has a
 * thousand microseconds: what tells two changes of one millisecond apart are the counters.
 */
export function standOf(
  conversation: Pick<Conversation, 'listChangedAt' | 'rev'> | undefined,
  member: Pick<Member, 'updatedAt' | 'lastReadSeq'> | undefined,
): ListStand | null {
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

/** How somebody's list stands at this moment; null while there is nothing on it. */
export async function readStand({ data }: Pick<Runtime, 'data'>, userId: string): Promise<ListStand | null> {
  const [latest, own] = await Promise.all([
    data.find(conversationsByListChange(userId, 1)),
    data.find(membershipsOf(userId, 1)),
  ]);
  return standOf(latest.rows[0]?.data, own.rows[0]?.data);
}
