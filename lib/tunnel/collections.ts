import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { isoTime } from '#lib/core/time.ts';
import { collection } from '#lib/data/collection.ts';

/** What one process told all others at a time. The events are text: what they hold is nobody's to query. */
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
