import { z } from 'zod';
import { isoTime } from '#lib/core/time.ts';

/** The findings that are kept of one audit; the rest is only counted. */
export const FINDINGS_KEPT = 200;

/** One walk of the auditor over the whole store. */
export const storeAudit = z.object({
  startedAt: isoTime,
  finishedAt: isoTime.nullable(),
  /** Products, orders, attempts, entries and accounts that were recomputed. */
  checked: z.int().nonnegative(),
  found: z.int().nonnegative(),
  findings: z
    .array(z.object({ invariant: z.string().max(10), subject: z.string().max(200), why: z.string().max(300) }))
    .max(FINDINGS_KEPT),
});
export type StoreAudit = z.infer<typeof storeAudit>;
