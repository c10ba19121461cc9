import type { Context } from '#lib/context/context.ts';
import { type NewEvent, publish } from '#lib/tunnel/publish.ts';

/** Why a count has changed: a new notification, or the owner has read, archived or deleted one. */
export type CountCause = 'news' | 'own';

/**
 * Returns the event that these users' counts have changed. Each count is read at delivery, so it is current in any
 * order of events. The cause is only for our own figures.
 */
export const countEvent = (userIds: readonly string[], cause: CountCause): NewEvent => ({
  channel: 'notifications:unread',
  event: 'count',
  users: userIds,
  data: { cause },
});

/** Publishes to the open pages of these users that their counts have changed. */
export async function publishCount(
  ctx: Pick<Context, 'tunnel' | 'now'>,
  userIds: readonly string[],
  cause: CountCause = 'own',
): Promise<void> {
  if (userIds.length > 0) await publish(ctx, [countEvent(userIds, cause)]);
}
