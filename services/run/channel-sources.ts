import type { Runtime } from '#lib/context/runtime.ts';
import { conversationSource, inboxSource } from '#lib/messaging/conversations/channel-source.ts';
import { unreadSource } from '#lib/notifications/list/channel-source.ts';
import { deskSource } from '#lib/tunnel/channels/desk.ts';
import type { ChannelSources } from '#lib/tunnel/channels/sources.ts';

/** Who speaks for each kind of tunnel channel. A kind that is missing here cannot be listened to. */
export const channelSources = (runtime: Runtime): ChannelSources => ({
  'admin:desk': deskSource,
  conversation: conversationSource(runtime),
  'user:inbox': inboxSource(runtime),
  'notifications:unread': unreadSource(runtime),
});
