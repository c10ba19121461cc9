import type { Context } from '#lib/context/context.ts';
import { collapseKeyOf } from '#lib/messaging/topics.ts';
import { readCollapsed } from '#lib/notifications/write/create.ts';

/** Marks read what told these people of a conversation, one after another: a group may have many. */
export async function readNewsOf(ctx: Context, conversationId: string, userIds: readonly string[]): Promise<void> {
  for (const userId of userIds) await readCollapsed(ctx, userId, collapseKeyOf(conversationId));
}
