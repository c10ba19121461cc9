import { DAY_MS, SECOND_MS } from '#lib/core/durations.ts';

// Limits, durations and pauses of messages and calls. Those that an operator may set are in `lib/core/env`.

/** The messages of a page when the caller names no limit. */
export const MESSAGES_PER_PAGE = 50;
export const MAX_PARTICIPANTS = 256;
/** Characters of a message. */
export const MAX_CONTENT = 8_000;
export const MAX_ATTACHMENTS = 10;
export const MAX_METADATA_BYTES = 8 * 1024;
export const MAX_MESSAGE_BYTES = 64 * 1024;
/** Enough for all participants and the metadata. A larger body is rejected before its JSON is parsed. */
export const MAX_CONVERSATION_BYTES = 48 * 1024;
export const MAX_PREVIEW = 140;
export const MAX_GROUP_NAME = 80;
/** The number of different emoji on one message. */
export const MAX_REACTIONS = 20;
/** How long an invitation to a call rings: at least, at most, and where the caller names no time. */
export const RING_MS = { least: 30_000, most: 120_000, usual: 60_000 } as const;
/** How long the sender may edit a message. */
export const EDITABLE_MS = DAY_MS;
/** The maximum total size of one user's files. */
export const QUOTA_BYTES = 500 * 1024 * 1024;
/** How long a file waits for a message to take it. */
export const STAGED_MS = DAY_MS;
/** How long a typing signal is shown. */
export const TYPING_MS = 10 * SECOND_MS;
/** Waits before notifying, because a user who has the conversation open reads the message at once. */
export const NOTIFY_AFTER_MS = 3 * SECOND_MS;
