import type { ChannelSource } from '#lib/tunnel/ports.ts';
import { conversationIdOf, type TunnelChannel } from './channels.ts';

/** Who speaks for which channels. A kind that nobody speaks for cannot be listened to. */
export type ChannelSources = {
  readonly [K in 'conversation' | 'notifications:unread' | 'user:inbox' | 'admin:desk']?: ChannelSource;
};

const nobody: ChannelSource = {
  mayListen: async () => false,
  head: async () => ({ cursor: '0~s', snapshot: [] }),
};

export const sourceOf = (sources: ChannelSources, channel: TunnelChannel): ChannelSource =>
  sources[conversationIdOf(channel) === null ? (channel as 'admin:desk') : 'conversation'] ?? nobody;
