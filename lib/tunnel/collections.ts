import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { isoTime } from '#lib/core/time.ts';
import { collection } from '#lib/data/collection.ts';

/**
 * The events that one process publishes to all others in one write. The events are stored as text because no query
 * reads inside them.
 */
export const TunnelBusRows = collection('tunnel_bus', {
  label: 'Bus row',
  schema: z.object({
    shard: z.int().nonnegative(),
    at: isoTime,
    origin: idText,
    events: z.string(),
    expiresAt: isoTime,
  }),
  indexes: [['shard', 'at']],
  ttl: 'expiresAt',
});
