import { DAY_MS } from '#lib/core/durations.ts';

// Limits, durations and pauses of notifications. Those that an operator may set are in `lib/core/env`.

/** Characters of a title and a text. */
export const TITLE_MAX = 200;
export const MESSAGE_MAX = 2_000;
export const DATA_MAX_BYTES = 4_096;
export const COLLAPSE_KEY_MAX = 160;
export const BULK_MAX = 5_000;
/** When a notification is archived, and when an archived one is deleted. */
export const ARCHIVED_AFTER_MS = 90 * DAY_MS;
export const DELETED_AFTER_MS = 365 * DAY_MS;
/** A device whose pushes have failed for this long is removed. */
export const FAILING_DEVICE_MS = 30 * DAY_MS;
/** Some services report success even after a permission was withdrawn; they also drop apps after 270 days. */
export const UNSEEN_DEVICE_MS = 90 * DAY_MS;
/** How long a push of a message, and any other push, is worth delivering. */
export const MESSAGE_PUSH_MS = DAY_MS;
export const PUSH_MS = 3 * DAY_MS;
/** The maximum number of devices per user. The query reads up to twice as many, to find surplus devices. */
export const MAX_DEVICES = 20;
/** The maximum number of notifications that a summary lists. */
export const MAX_IN_SUMMARY = 50;
/** The hour of the user's day at which a digest is sent. */
export const DIGEST_HOUR = 9;
