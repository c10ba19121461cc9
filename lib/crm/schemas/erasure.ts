import { z } from 'zod';
import { isoTime } from '#lib/core/time.ts';

/** When an address was last erased. The id is the contact's id, which is a hash. */
export const emailErasure = z.object({ at: isoTime });
export type EmailErasure = z.infer<typeof emailErasure>;
