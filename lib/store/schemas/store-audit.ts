import { z } from 'zod';
import { isoTime } from '#lib/core/time.ts';
import { auditKinds, auditSteps } from '#lib/store/values.ts';

/** The findings that are kept of one audit; the rest is only counted. */
export const FINDINGS_KEPT = 200;

const count = z.int().nonnegative();

/** A row that the audit recomputes. */
export const auditedRow = z.object({ kind: z.enum(auditKinds), id: z.string().max(200) });
export type AuditedRow = z.infer<typeof auditedRow>;

/** The walk through all rows, by kind and id. It is handed from audit to audit until it ends, then it begins again. */
export const auditWalk = z.object({
  startedAt: isoTime,
  kind: z.enum(auditKinds),
  after: z.string().nullable(),
  walked: count,
  /** The audit stops when so many rows were walked in all; null when it walks to the end. */
  until: count.nullable(),
  /** The rows of the walk before this one; null in the first walk, which a single audit does. */
  size: count.nullable(),
});
export type AuditWalk = z.infer<typeof auditWalk>;

/** One run of the auditor. */
export const storeAudit = z.object({
  startedAt: isoTime,
  finishedAt: isoTime.nullable(),
  /** It looks at all that has changed from here to its start; null where it looks at everything there is. */
  since: isoTime.nullable().default(null),
  /** Where its next slice goes on; null once it has ended. */
  place: z
    .object({ step: z.enum(auditSteps), after: z.string().nullable() })
    .nullable()
    .default(null),
  walk: auditWalk.nullable().default(null),
  /** Products, orders, attempts, entries, month ends, payouts and accounts that were recomputed. */
  checked: count,
  found: count,
  findings: z
    .array(
      z.object({
        invariant: z.string().max(10),
        subject: z.string().max(200),
        why: z.string().max(300),
        /** The row to recompute to see whether it still holds; null for an effect that is late. */
        row: auditedRow.nullable().default(null),
      }),
    )
    .max(FINDINGS_KEPT),
});
export type StoreAudit = z.infer<typeof storeAudit>;
export type AuditFinding = StoreAudit['findings'][number];
