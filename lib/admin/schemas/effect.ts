import { z } from 'zod';
import { effectRetryBars, effectStates } from '#lib/admin/processes/values.ts';
import { idText } from '#lib/core/ids.ts';
import { isoTime } from '#lib/core/time.ts';
import { outboxStatuses } from '#lib/data/values.ts';

/** An effect that a change has promised, as the console shows it: without what it carries. */
export const effectView = z
  .object({
    id: idText,
    topic: z.string(),
    status: z.enum(outboxStatuses),
    createdAt: isoTime,
    attempts: z.int().nonnegative(),
    /** The ids that it names, by their field: `{ orderId: 'ord_…' }`. */
    about: z.record(z.string(), z.string()),
    /** Why the last try failed, in our own words or by the name of the error. */
    lastError: z.string().nullable(),
    /** Why it cannot be tried again: what was sealed is gone with the last try, or it is too long ago; else null. */
    retryBar: z.enum(effectRetryBars).nullable(),
    /** Whether it may be set aside: not where nothing else would keep what it promised. */
    canDismiss: z.boolean(),
  })
  .meta({ id: 'Effect' });
export type EffectView = z.infer<typeof effectView>;

/** As what an effect was shown to the one who has it tried again: a decision made since is not overturned unseen. */
export const effectRetry = z.strictObject({ status: z.enum(effectStates) });
export type EffectRetry = z.infer<typeof effectRetry>;

/** Why an effect is set aside, for the record. */
export const effectDismissal = z.strictObject({ reason: z.string().trim().min(3).max(500) });
export type EffectDismissal = z.infer<typeof effectDismissal>;

export const effectDecided = z.object({ success: z.literal(true), effect: effectView });
export type EffectDecided = z.infer<typeof effectDecided>;
