// Limits, durations and pauses of reading mail. Those that an operator may set are in `lib/core/env`.

/** Of a larger mail only headers and the first text are read. */
export const MAX_MAIL_BYTES = 25 * 1024 * 1024;
/** Larger HTML is shown as text. */
export const MAX_HTML_BYTES = 1024 * 1024;
/** How much of a text is kept, in UTF-16 units. The rest is in the raw mail. */
export const MAX_TEXT = 1024 * 1024;
/** How much of a text the message row holds, in bytes of UTF-8. */
export const MAX_PREVIEW_BYTES = 16 * 1024;
