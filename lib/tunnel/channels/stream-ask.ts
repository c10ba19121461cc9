import { invalid } from '#lib/core/errors.ts';
import type { StreamAsk } from '#lib/tunnel/tunnel.ts';
import { parseChannel } from './channels.ts';
import { parseComposite } from './cursor.ts';

/** Parses a list of channel names and a composite cursor. One invalid name or cursor rejects the whole request. */
export function streamAskOf(names: readonly string[], composite = ''): StreamAsk {
  const cursors = parseComposite(composite);
  const channels = names.map(parseChannel);
  if (new Set(channels).size < channels.length)
    throw invalid('A channel is listed twice', { channel: 'must not be listed twice' });
  return {
    channels: channels.map((channel, at) => {
      const cursor = cursors.get(at);
      return { channel, ...(cursor !== undefined && { cursor }) };
    }),
  };
}
