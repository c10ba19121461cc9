import { z } from 'zod';
import { isoTime } from '#lib/core/time.ts';

/** The confirmation of an own account's deletion: its address, typed. */
export const deleteAccountInput = z.strictObject({ confirmEmail: z.string().max(254) });

export const accountDeleted = z.object({ deleted: z.literal(true), purgeBy: isoTime });
export type AccountDeleted = z.infer<typeof accountDeleted>;
