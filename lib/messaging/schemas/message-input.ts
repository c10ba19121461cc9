import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { pageLimit } from '#lib/core/paging.ts';
import { isoTime } from '#lib/core/time.ts';
import { MAX_ATTACHMENTS, MAX_CONTENT, MAX_METADATA_BYTES, MESSAGES_PER_PAGE } from '#lib/messaging/limits.ts';
import { messageTypes } from '#lib/messaging/values.ts';
import { jsonObject } from './json-object.ts';
import { messageView } from './message.ts';

export const messageParams = z.object({ id: idText, messageId: idText });

/** Chosen by the client, so that a retried message is the same message. */
export const messageKey = z
  .string()
  .regex(/^[A-Za-z0-9_-]{8,64}$/, 'must be 8 to 64 characters from A-Z, a-z, 0-9, _ and -');
export const messageHeaders = z.object({ 'idempotency-key': messageKey.optional() });

const directions = {
  before: 'before',
  older: 'before',
  backward: 'before',
  after: 'after',
  newer: 'after',
  forward: 'after',
} as const;
const seqCursor = z.string().regex(/^\d{1,15}$/, 'is not a valid cursor');

export const messagesQuery = z
  .object({
    limit: pageLimit(MESSAGES_PER_PAGE, 100),
    cursor: seqCursor.transform(Number).optional(),
    direction: z
      .enum(['before', 'older', 'backward', 'after', 'newer', 'forward'])
      .transform((name) => directions[name])
      .default('before'),
    around: idText.optional(),
  })
  .refine(({ cursor, around }) => cursor === undefined || around === undefined, {
    path: ['around'],
    message: 'cannot be combined with cursor',
  });
export type MessagesQuery = z.output<typeof messagesQuery>;

/** Oldest first. */
export const messagePage = z.object({
  messages: z.array(messageView),
  pagination: z.object({
    nextCursor: z.string().nullable(),
    prevCursor: z.string().nullable(),
    hasMoreBefore: z.boolean(),
    hasMoreAfter: z.boolean(),
  }),
});
export type MessagePage = z.infer<typeof messagePage>;

const content = z.string().max(MAX_CONTENT);
const attachmentRef = z.union([idText, z.object({ id: idText }).transform(({ id }) => id)]);

export const sendMessage = z.object({
  content: content.default(''),
  type: z.enum(messageTypes).default('text'),
  attachments: z
    .array(attachmentRef)
    .max(MAX_ATTACHMENTS)
    .refine((ids) => new Set(ids).size === ids.length, 'must not contain a file twice')
    .default([]),
  metadata: jsonObject(MAX_METADATA_BYTES).default({}),
  replyToId: idText.nullable().default(null),
  clientMessageId: messageKey.nullable().default(null),
});
export type SendMessage = z.output<typeof sendMessage>;

/** May be empty only when the message has attachments. */
export const editMessage = z.object({ content });

export const messageAnswer = z.object({ message: messageView });
export const messageDeleted = z.object({ deleted: z.literal(true), messageId: idText });

export const reactionParams = messageParams.extend({ emoji: z.string().min(1).max(64) });

const position = z.int().nonnegative().max(1e15);

/** How far the caller has read: to a message, a `seq`, or the newest message. With `unread`, back to before a message. */
export const readInput = z
  .object({
    messageId: idText.optional(),
    seq: position.optional(),
    unread: z.literal(true).optional(),
  })
  .superRefine(({ messageId, seq, unread }, ctx) => {
    if (messageId !== undefined && seq !== undefined)
      ctx.addIssue({ code: 'custom', path: ['seq'], message: 'cannot be combined with messageId' });
    if (unread && messageId === undefined)
      ctx.addIssue({ code: 'custom', path: ['messageId'], message: 'is required when unread is true' });
  });
export type ReadInput = z.output<typeof readInput>;

const ownPosition = z.object({
  lastReadSeq: position,
  lastReadMessageId: idText.nullable(),
  lastReadAt: isoTime.nullable(),
  unreadCount: z.int().nonnegative(),
});
export const readAnswer = ownPosition.extend({ conversationId: idText, totalUnread: z.int().nonnegative() });
export type ReadAnswer = z.infer<typeof readAnswer>;

export const readState = z.object({
  conversationId: idText,
  me: ownPosition,
  /** The others, without users who hide their read receipts. */
  participants: z.array(z.object({ userId: idText, lastReadSeq: position, lastReadAt: isoTime.nullable() })),
});
export type ReadState = z.infer<typeof readState>;

export const searchQuery = z.object({
  q: z.string().trim().min(2).max(100),
  limit: pageLimit(20, 50),
  cursor: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,2000}$/, 'is not a valid cursor')
    .optional(),
});
export type SearchQuery = z.output<typeof searchQuery>;

/** Newest first. */
export const foundMessages = z.object({
  messages: z.array(messageView),
  pagination: z.object({ nextCursor: z.string().nullable(), hasMore: z.boolean() }),
});
export type FoundMessages = z.infer<typeof foundMessages>;
