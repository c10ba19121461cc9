import { z } from 'zod';
import { isoTime } from '#lib/core/time.ts';

/** When a sender's mails last reopened resolved threads. The id is a hash of the address. */
export const emailReopens = z.object({ times: z.array(isoTime).max(20), expiresAt: isoTime });
export type EmailReopens = z.infer<typeof emailReopens>;
