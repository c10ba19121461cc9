import type { Context } from '#lib/context/context.ts';
import { collapseKeyOf } from '#lib/messaging/topics.ts';
import { readCollapsed } from '#lib/notifications/write/create.ts';

/**
 * Marks these users' notifications of a conversation as read, one user after another, because a group may have many
 * members.
 */
export async function readNotificationsOf(
  ctx: Context,
  conversationId: string,
  userIds: readonly string[],
): Promise<void> {
  for (const userId of userIds) await readCollapsed(ctx, userId, collapseKeyOf(conversationId));
}
