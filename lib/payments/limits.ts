// Limits, durations and pauses of payments. Those that an operator may set are in `lib/core/env`.

/** No callback of the card gateway is larger. */
export const MAX_CALLBACK_BYTES = 64 * 1024;
/** Each settlement is written with its order and an event of it, in one transaction. */
export const MAX_PAYOUT_SETTLEMENTS = 100;
/** How long a page of the gateway can be paid on. */
export const PAGE_MINUTES = 25;
/** After this many failures a person has to look. */
export const MAX_CALLBACK_TRIES = 10;
/** The ages in minutes at which the gateway is asked about an attempt. After the last one it is asked hourly. */
export const CHECK_MINUTES = [1, 3, 8, 18, 38, 78] as const;
/** For how many days the gateway is asked. */
export const WATCHED_DAYS = 4;
