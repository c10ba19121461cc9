import { z } from 'zod';
import { effectRetryBars, effectStates } from '#lib/admin/processes/values.ts';
import { idText } from '#lib/core/ids.ts';
import { isoTime } from '#lib/core/time.ts';
import { outboxStatuses } from '#lib/data/values.ts';

/** An enqueued effect as the console shows it, without its payload. */
export const effectView = z
  .object({
    id: idText,
    topic: z.string(),
    status: z.enum(outboxStatuses),
    createdAt: isoTime,
    attempts: z.int().nonnegative(),
    /** The ids that it names, by field: `{ orderId: 'ord_…' }`. */
    about: z.record(z.string(), z.string()),
    /** Why the last try failed: our own message or the name of the error. */
    lastError: z.string().nullable(),
    /** Why it cannot be retried: its sealed payload is gone, or it is too old. Null when it can. */
    retryBar: z.enum(effectRetryBars).nullable(),
    /** Whether it may be dismissed. False where nothing else would meet its obligation. */
    canDismiss: z.boolean(),
  })
  .meta({ id: 'Effect' });
export type EffectView = z.infer<typeof effectView>;

/** The status of the effect as the admin saw it, so that a retry does not override a newer decision unseen. */
export const effectRetry = z.strictObject({ status: z.enum(effectStates) });
export type EffectRetry = z.infer<typeof effectRetry>;

/** Why an effect is dismissed, for the audit. */
export const effectDismissal = z.strictObject({ reason: z.string().trim().min(3).max(500) });
export type EffectDismissal = z.infer<typeof effectDismissal>;

export const effectDecided = z.object({ success: z.literal(true), effect: effectView });
export type EffectDecided = z.infer<typeof effectDecided>;
