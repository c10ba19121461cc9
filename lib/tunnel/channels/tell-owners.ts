import { publish } from '#lib/tunnel/publish.ts';

/**
 * Has the open pages of these people look again at what is theirs: something in it is no longer as they show it. They are
 * told their count anew, because that is the channel every page of a person listens to; the number itself may be the same.
 */
export const tellOwners = (ctx: Parameters<typeof publish>[0], userIds: readonly string[]): Promise<void> =>
  publish(ctx, userIds.length === 0 ? [] : [{ channel: 'notifications:unread', event: 'count', users: userIds }]);
