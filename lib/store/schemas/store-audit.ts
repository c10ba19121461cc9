import { z } from 'zod';
import { isoTime } from '#lib/core/time.ts';
import { auditKinds, auditSteps } from '#lib/store/values.ts';

/** The number of findings stored per audit. The rest are only counted. */
export const MAX_STORED_FINDINGS = 200;

const count = z.int().nonnegative();

/** A row that the audit recomputes. */
export const auditedRow = z.object({ kind: z.enum(auditKinds), id: z.string().max(200) });
export type AuditedRow = z.infer<typeof auditedRow>;

/** The walk through all rows, by kind and id. Each audit continues the walk of the previous one; at its end it restarts. */
export const auditWalk = z.object({
  startedAt: isoTime,
  kind: z.enum(auditKinds),
  after: z.string().nullable(),
  walked: count,
  /** The audit stops after this many walked rows in total. Null when it walks to the end. */
  until: count.nullable(),
  /** The number of rows of the previous walk. Null in the first walk, which a single audit does. */
  size: count.nullable(),
});
export type AuditWalk = z.infer<typeof auditWalk>;

/** One run of the auditor. */
export const storeAudit = z.object({
  startedAt: isoTime,
  finishedAt: isoTime.nullable(),
  /** The audit checks all changes from here to its start. Null when it checks everything. */
  since: isoTime.nullable().default(null),
  /** The place where the next slice continues. Null once the audit has ended. */
  place: z
    .object({ step: z.enum(auditSteps), after: z.string().nullable() })
    .nullable()
    .default(null),
  walk: auditWalk.nullable().default(null),
  /** The number of products, orders, attempts, entries, month ends, payouts and accounts that were recomputed. */
  checked: count,
  found: count,
  findings: z
    .array(
      z.object({
        invariant: z.string().max(10),
        subject: z.string().max(200),
        why: z.string().max(300),
        /** The row to recompute to see whether the finding still holds. Null for a late effect. */
        row: auditedRow.nullable().default(null),
      }),
    )
    .max(MAX_STORED_FINDINGS),
});
export type StoreAudit = z.infer<typeof storeAudit>;
export type AuditFinding = StoreAudit['findings'][number];
