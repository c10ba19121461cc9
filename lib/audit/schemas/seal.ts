import { z } from 'zod';
import { findingKinds } from '#lib/audit/values.ts';
import { isoTime } from '#lib/core/time.ts';

/** An hour in UTC, `YYYY-MM-DDTHH`. */
export const hourText = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}$/, 'must be an hour in UTC');

/** The seal of an hour: `hash` covers its rows and, by `prevHash`, all hours before it. */
export const auditSeal = z.object({
  from: isoTime,
  to: isoTime,
  count: z.int().nonnegative(),
  prevHash: z.string(),
  hash: z.string(),
  sealedAt: isoTime,
});
export type AuditSeal = z.infer<typeof auditSeal>;

/** Some rows of a sealed hour, each as its id, a space and its short hash. They name the row that differs. */
export const auditSealRows = z.object({ hour: hourText, rows: z.array(z.string()) });

/** How far the log is sealed and verified. */
export const auditChain = z.object({
  /** The first hour of the chain. */
  from: hourText,
  /** The next hour to seal. */
  next: hourText,
  /** The hash of the last seal. */
  hash: z.string(),
  /** The last complete walk reached this hour, exclusive. */
  verifiedUntil: hourText.nullable(),
  verifiedAt: isoTime.nullable(),
});
export type AuditChainState = z.infer<typeof auditChain>;

/** One row or hour that differs from its seal. */
export const auditFinding = z.object({
  kind: z.enum(findingKinds),
  hour: hourText,
  /** The row, or the hour itself where no row can be named. A row inserted by hand may have any id. */
  targetId: z.string(),
  foundAt: isoTime,
});
export type AuditFinding = z.infer<typeof auditFinding>;
