import type { Context } from '#lib/context/context.ts';
import { conversationChannel } from '#lib/tunnel/channels/channels.ts';
import { endListening, type NewEvent, publish } from '#lib/tunnel/publish.ts';
import type { UnsubscribedReason } from '#lib/tunnel/values.ts';
import type { Changing } from './conversation-change.ts';
import { forgetUnread } from './unread.ts';

/** Returns the event for changed list rows of these users. The row of each user is read at delivery. */
export const upserted = (conversationId: string, users: readonly string[]): NewEvent => ({
  channel: 'user:inbox',
  event: 'conversation.upserted',
  users,
  data: { conversationId },
});

/** Publishes the events of a change in the order of the counter. Call this after the commit, never before. */
export async function publishChange(ctx: Context, { id, conversation, events }: Changing): Promise<void> {
  const { epoch, listed, participantIds } = conversation;
  const channel = conversationChannel(id);
  const shared = events.map((event): NewEvent => ({ channel, epoch, ...event }));
  if (listed) forgetUnread(ctx, participantIds);
  await publish(ctx, listed && events.length > 0 ? [...shared, upserted(id, participantIds)] : shared);
}

/** Publishes to one user's own devices that the user's list row has changed. */
export async function publishOwnRow(ctx: Context, conversationId: string, userId: string): Promise<void> {
  forgetUnread(ctx, [userId]);
  await publish(ctx, [upserted(conversationId, [userId])]);
}

/** Cuts off users who no longer take part, and removes the conversation from their lists. */
export async function publishEnd(
  ctx: Context,
  conversationId: string,
  users: readonly string[],
  reason: UnsubscribedReason,
): Promise<void> {
  forgetUnread(ctx, users);
  await endListening(ctx, conversationId, reason, users);
  await publishRemoved(ctx, conversationId, users);
}

export async function publishRemoved(ctx: Context, conversationId: string, users: readonly string[]): Promise<void> {
  forgetUnread(ctx, users);
  await publish(ctx, [{ channel: 'user:inbox', event: 'conversation.removed', users, data: { conversationId } }]);
}
