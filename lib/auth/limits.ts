import { MINUTE_MS } from '#lib/core/durations.ts';

// Limits, durations and pauses of sign-in. Those that an operator may set are in `lib/core/env`.

/** How many minutes a sign-in mail, or a link made by an operator, can be used. */
export const LOGIN_MINUTES = 10;
/** The length of a code that is mailed. */
export const CODE_DIGITS = 6;
/** After this many wrong codes a sign-in mail is invalid. */
export const MAX_CODE_ATTEMPTS = 5;
/** How long a user must wait before another sign-in mail, and how many an address gets per hour. */
export const RESEND_SECONDS = 60;
export const MAILS_PER_HOUR = 5;
/** Above this number of sign-in mails per hour to all addresses, an operator should look. */
export const MANY_MAILS = 100;
/** How long a step-up opens what ADMIN_STEP_UP guards. */
export const STEP_UP_MS = 15 * MINUTE_MS;
