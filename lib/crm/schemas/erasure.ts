import { z } from 'zod';
import { isoTime } from '#lib/core/time.ts';

/** That an address was erased, and when last; the id is the contact's, which is a hash. */
export const emailErasure = z.object({ at: isoTime });
export type EmailErasure = z.infer<typeof emailErasure>;
