import { DAY_MS, HOUR_MS, SECOND_MS } from '#lib/core/durations.ts';

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

/** Samples or errors that a process collects before it stores them without waiting for the next flush. */
export const COLLECTED_AT_ONCE = 500;
/** How often a process stores what it has collected. A killed process loses no more than this. */
export const COLLECT_MS = 10 * SECOND_MS;
export const VITALS_KEPT_DAYS = 400;
/** The busiest pages that the web vitals show. */
export const MOST_PATHS = 20;
/** How long a group of errors stays after its last error, and for how many days it has counts. */
export const ERRORS_KEPT_DAYS = 90;
/** New groups a day. Further errors count in one group per kind. */
export const MOST_NEW_GROUPS = 2_000;
/** The affected users that a group counts. */
export const MOST_USER_MARKS = 50;
