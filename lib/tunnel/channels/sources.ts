import type { ChannelSource } from '#lib/tunnel/ports.ts';
import { conversationIdOf, type TunnelChannel } from './channels.ts';

/** The source of each kind of channel. Subscribing to a kind without a source is rejected. */
export type ChannelSources = {
  readonly [K in 'conversation' | 'notifications:unread' | 'user:inbox' | 'admin:desk']?: ChannelSource;
};

const deniedSource: ChannelSource = {
  mayListen: async () => false,
  head: async () => ({ cursor: '0~s', snapshot: [] }),
};

export const sourceOf = (sources: ChannelSources, channel: TunnelChannel): ChannelSource =>
  sources[conversationIdOf(channel) === null ? (channel as 'admin:desk') : 'conversation'] ?? deniedSource;
