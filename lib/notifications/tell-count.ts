import type { Context } from '#lib/core/context.ts';
import { publish } from '#lib/tunnel/publish.ts';

/**
 * Tells the open pages of these people that their count has changed. The number itself is counted for those who listen,
 * when they are told, so that it is the present one however events overtake each other.
 */
export async function tellCount(ctx: Pick<Context, 'tunnel' | 'now'>, userIds: readonly string[]): Promise<void> {
  if (userIds.length > 0) await publish(ctx, [{ channel: 'notifications:unread', event: 'count', users: userIds }]);
}
