import { publish } from '#lib/tunnel/publish.ts';

/**
 * Makes the open pages of these users reload the user's own data after it changed. Publishes the unread count again,
 * because every page of a user listens to that channel. The count itself may be unchanged.
 */
export const publishToOwners = (ctx: Parameters<typeof publish>[0], userIds: readonly string[]): Promise<void> =>
  publish(ctx, userIds.length === 0 ? [] : [{ channel: 'notifications:unread', event: 'count', users: userIds }]);
