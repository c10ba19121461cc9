import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/core/durations.ts';

// Limits, durations and pauses of the inbox. Those that an operator may set are in `lib/core/env`.

/** When a send that certainly failed is retried, in minutes after each failure. */
export const SEND_RETRY_MINUTES = [1, 5, 30] as const;
/** After this quiet time, a sender who is new to a thread begins another thread. */
export const NEW_THREAD_AFTER_MS = 90 * DAY_MS;
/** A thread resolved for longer than this is not reopened. */
export const REOPEN_WITHIN_MS = 30 * DAY_MS;
/** Characters of a reply. */
export const MAX_DRAFT_BODY = 20_000;
/** The longest undo delay of a send. */
export const MAX_UNDO_SECONDS = 60;
/** After this many failures admins are notified. After this many rejected logins the mailbox rests for an hour. */
export const FAILURES_BEFORE_NOTICE = 3;
/** The longest pause between polls of a mailbox that keeps failing. */
export const MAX_POLL_PAUSE_MS = 30 * MINUTE_MS;
/** How often a mail is tried before it becomes a dead letter. */
export const MAIL_TRIES = 3;
/** How many of the newest unread mails are read from a mailbox on the first poll. */
export const FIRST_CONTACT_MAILS = 200;
/** How long a mail that could not be read is kept. */
export const DEAD_LETTER_MS = 90 * DAY_MS;
/** How long the mailbox of sent mail is searched for a mail with an unknown outcome. */
export const SENT_SEARCH_MS = HOUR_MS;
/** New threads of one channel within this time share one notice. */
export const NEW_THREADS_MS = 5 * MINUTE_MS;
