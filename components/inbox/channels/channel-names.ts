import type { ChannelView } from '#lib/crm/schemas/channel.ts';

/** Returns the names of the channels by id. */
export const channelNamesOf = (
  channels: readonly Pick<ChannelView, 'id' | 'name'>[],
): Readonly<Record<string, string>> => Object.fromEntries(channels.map(({ id, name }) => [id, name]));
