import { DAY_MS } from '#lib/core/durations.ts';

// Limits of reviews, which the browser reads too.

export const MAX_REVIEW_TITLE = 120;
export const MAX_REVIEW_TEXT = 4_000;
export const MAX_REVIEW_PICTURES = 4;
export const MAX_REPLY_TEXT = 1_000;
/** An account younger than this without a purchase does not publish a review by itself. */
export const NEW_ACCOUNT_MS = DAY_MS;
/** A shorter text may be written under several products: "Works as described". */
export const LEAST_SAME_TEXT = 40;
/** A buyer is asked for a review once, this long after the delivery. */
export const REMIND_AFTER_MS = 7 * DAY_MS;
