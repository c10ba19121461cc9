import { DAY_MS, HOUR_MS } from '#lib/core/durations.ts';

// Limits, durations and pauses of administration. Those that an operator may set are in `lib/core/env`.

/** Files of a procedure. */
export const MAX_EVIDENCE = 5;
/** The age of an applicant, in years. */
export const MIN_AGE = 18;
export const MAX_AGE = 120;
/** How long after a rejection another attempt is refused. */
export const REAPPLY_AFTER_MS = 7 * DAY_MS;
/** The target time for a decision. */
export const SLA_MS = 72 * HOUR_MS;
/** How long the bytes of evidence stay after the procedure is closed. */
export const EVIDENCE_KEPT_MS = 30 * DAY_MS;
/** How long an applicant may take to answer a question. */
export const ANSWER_WITHIN_MS = 14 * DAY_MS;
/** All traces of a deleted account are gone after this time. */
export const PURGE_MS = DAY_MS;
/** How long runs of a process are kept, and how many of each. */
export const RUNS_KEPT_DAYS = 90;
export const MAX_RUNS_KEPT = 500;
/** Characters of an appeal. */
export const APPEAL_MAX = 2_000;
