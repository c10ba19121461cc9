import { z } from 'zod';
import { wholeInQuery } from '#lib/core/query-values.ts';
import { DEFAULT_POLL_SECONDS, MAX_CHANNELS, MAX_POLL_SECONDS } from '#lib/tunnel/limits.ts';

const channels = z.array(z.string().max(200)).min(1, 'must contain a channel').max(MAX_CHANNELS);
const composite = z.string().max(12_000);
const clientId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 characters from A-Z, a-z, 0-9, _ and -');

/** The query of a stream of server-sent events. */
export const streamQuery = z.object({ channel: channels, lastEventId: composite.exactOptional() });

const waits = z.int().min(0).max(MAX_POLL_SECONDS);
const seconds = wholeInQuery('must be a whole number of seconds').pipe(waits);

export const pollQuery = z.object({
  channel: channels,
  cursor: composite.exactOptional(),
  timeout: seconds.default(DEFAULT_POLL_SECONDS),
  clientId: clientId.exactOptional(),
});

export const pollInput = z.object({
  channels,
  cursor: composite.exactOptional(),
  timeout: waits.default(DEFAULT_POLL_SECONDS),
  clientId: clientId.exactOptional(),
});
