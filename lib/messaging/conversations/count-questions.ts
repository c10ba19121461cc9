import type { UserContext } from '#lib/context/context.ts';
import { listConversations } from './list-conversations.ts';

/** The conversations counted at most. */
const MOST = 100;

/** Returns how many of the caller's conversations about a vendor have unread messages, at most a hundred. */
export async function countQuestions(ctx: UserContext, vendorId: string): Promise<number> {
  const { conversations } = await listConversations(ctx, {
    ...{ vendorId, unread: true, limit: MOST },
    ...{ direction: 'before', archived: 'false' },
  });
  return conversations.length;
}
