import { z } from 'zod';
import { isoTime } from '#lib/core/time.ts';
import { collection } from './collection.ts';

/** The permits that one process took for a key, and the time. */
export const permitBlock = z.object({ at: isoTime, count: z.int().positive() });
export type PermitBlock = z.infer<typeof permitBlock>;

/** The permits that several processes granted to one key; the id is a hash of the key. */
export const RateLimits = collection('rate_limits', {
  label: 'Limit',
  schema: z.object({ blocks: z.array(permitBlock), expiresAt: isoTime }),
  indexes: [],
  ttl: 'expiresAt',
});
