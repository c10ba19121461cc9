import { MINUTE_MS } from '#lib/core/durations.ts';

/** Tokens of one vendor that work at the same time. */
export const MOST_LIVE_TOKENS = 10;
export const MAX_TOKEN_NAME = 60;
export const MAX_TOKEN_DAYS = 365;
export const DEFAULT_TOKEN_DAYS = 90;
/** The maximum lag of the last use of a token: its calls write at most this often. */
export const TOKEN_TOUCH_MS = 5 * MINUTE_MS;
