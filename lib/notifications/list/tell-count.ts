import type { Context } from '#lib/context/context.ts';
import { type NewEvent, publish } from '#lib/tunnel/publish.ts';

/** Why a count has changed: something was told, or its owner has read, archived or deleted. */
export type CountCause = 'news' | 'own';

/**
 * That the count of these people has changed. The number itself is counted for those who listen, when they are told, so
 * that it is the present one however events overtake each other; the cause is for our own figures.
 */
export const countEvent = (userIds: readonly string[], cause: CountCause): NewEvent => ({
  channel: 'notifications:unread',
  event: 'count',
  users: userIds,
  data: { cause },
});

/** Tells the open pages of these people that their count has changed. */
export async function tellCount(
  ctx: Pick<Context, 'tunnel' | 'now'>,
  userIds: readonly string[],
  cause: CountCause = 'own',
): Promise<void> {
  if (userIds.length > 0) await publish(ctx, [countEvent(userIds, cause)]);
}
