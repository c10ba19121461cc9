import type { Runtime } from '#lib/context/runtime.ts';
import { conversationSource, inboxSource } from '#lib/messaging/conversations/channel-source.ts';
import { unreadSource } from '#lib/notifications/list/channel-source.ts';
import { overviewSource } from '#lib/tunnel/channels/overview-channel.ts';
import type { ChannelSources } from '#lib/tunnel/channels/sources.ts';

/** Returns the source of each kind of tunnel channel. A client cannot subscribe to a kind without a source. */
export const channelSources = (runtime: Runtime): ChannelSources => ({
  'admin:desk': overviewSource,
  conversation: conversationSource(runtime),
  'user:inbox': inboxSource(runtime),
  'notifications:unread': unreadSource(runtime),
});
