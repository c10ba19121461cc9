import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { isoTime } from '#lib/core/time.ts';
import { conversationTypes, MAX_PARTICIPANTS, MAX_PREVIEW, memberRoles, messageTypes } from '#lib/messaging/values.ts';
import { storedObject } from './json-object.ts';

/** The newest message as a list shows it. */
export const lastMessage = z.object({
  id: idText,
  senderId: idText.nullable(),
  type: z.enum(messageTypes),
  preview: z.string().max(MAX_PREVIEW),
  /** What stands for words a reader's language has to give: `deleted`, `files`, or what the server tells of. */
  kind: z.string().exactOptional(),
  createdAt: isoTime,
});
export type LastMessage = z.infer<typeof lastMessage>;

/** A conversation as it is stored. */
export const conversation = z.object({
  type: z.enum(conversationTypes),
  /** Present members, sorted. Empty where the last one has left and may be asked back. */
  participantIds: z.array(idText).max(MAX_PARTICIPANTS),
  metadata: storedObject,
  /** Out of the metadata, for filters. */
  refId: z.string().nullable(),
  kind: z.string().nullable(),
  vendorId: z.string().nullable(),
  /** False for a hidden tool conversation: no list, count, search or notification knows of it. */
  listed: z.boolean(),
  ownerId: idText.nullable(),
  createdBy: idText,
  createdAt: isoTime,
  updatedAt: isoTime,
  deletedAt: isoTime.nullable(),
  /** The number of the newest message. */
  messageSeq: z.int().nonnegative(),
  /** Counts every change; the value of it at the last change of the conversation itself. */
  rev: z.int().nonnegative(),
  infoRev: z.int().nonnegative(),
  /** Tells a conversation from another that once had its id. */
  epoch: z.string(),
  lastMessage: lastMessage.nullable(),
  lastMessageAt: isoTime.nullable(),
  /** What lists are sorted by: the last message, or the beginning. */
  activityAt: isoTime,
  /** When what a list shows of it has last changed: its words too, not only its place. */
  listChangedAt: isoTime,
  /** What a group was asked for under a key, so that the key with another body is refused. */
  bodyHash: z.string().exactOptional(),
});
export type Conversation = z.infer<typeof conversation>;

/** What one person's conversation is to them. Stays when they leave. */
export const member = z.object({
  conversationId: idText,
  userId: idText,
  role: z.enum(memberRoles),
  joinedAt: isoTime,
  leftAt: isoTime.nullable(),
  lastReadSeq: z.int().nonnegative(),
  lastReadAt: isoTime.nullable(),
  /** Hidden from the list until a message after this one. */
  hiddenAtSeq: z.int().nonnegative().nullable(),
  archived: z.boolean(),
  mutedUntil: isoTime.nullable(),
  updatedAt: isoTime,
});
export type Member = z.infer<typeof member>;

/** A conversation as all its participants see it alike. */
export const sharedConversation = conversation
  .pick({
    type: true,
    participantIds: true,
    metadata: true,
    ownerId: true,
    createdBy: true,
    createdAt: true,
    updatedAt: true,
    lastMessageAt: true,
    lastMessage: true,
    messageSeq: true,
  })
  .extend({ id: idText });
export type SharedConversation = z.infer<typeof sharedConversation>;

/** A conversation as one of its participants sees it. */
export const conversationView = sharedConversation
  .extend({
    unreadCount: z.int().nonnegative(),
    lastReadSeq: z.int().nonnegative(),
    muted: z.boolean(),
    mutedUntil: isoTime.nullable(),
    archived: z.boolean(),
    role: z.enum(memberRoles),
  })
  .meta({ id: 'Conversation' });
export type ConversationView = z.infer<typeof conversationView>;
