import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { isoTime } from '#lib/core/time.ts';
import { MAX_PARTICIPANTS, MAX_PREVIEW } from '#lib/messaging/limits.ts';
import { conversationTypes, memberRoles, messageTypes } from '#lib/messaging/values.ts';
import { storedObject } from './json-object.ts';

/** The newest message as a list shows it. */
export const lastMessage = z.object({
  id: idText,
  senderId: idText.nullable(),
  type: z.enum(messageTypes),
  preview: z.string().max(MAX_PREVIEW),
  /** Set when the client must show a translated text: `deleted`, `files`, or the kind of a system message. */
  kind: z.string().exactOptional(),
  createdAt: isoTime,
});
export type LastMessage = z.infer<typeof lastMessage>;

/** A conversation as it is stored. */
export const conversation = z.object({
  type: z.enum(conversationTypes),
  /** The current members, sorted. Empty when the last member has left; members may be added again. */
  participantIds: z.array(idText).max(MAX_PARTICIPANTS),
  metadata: storedObject,
  /** Copied from the metadata for filters. */
  refId: z.string().nullable(),
  kind: z.string().nullable(),
  vendorId: z.string().nullable(),
  /** False for a hidden tool conversation: lists, counts, search and notifications ignore it. */
  listed: z.boolean(),
  ownerId: idText.nullable(),
  createdBy: idText,
  createdAt: isoTime,
  updatedAt: isoTime,
  deletedAt: isoTime.nullable(),
  /** The `seq` of the newest message. */
  messageSeq: z.int().nonnegative(),
  /** `rev` counts every change. `infoRev` is the value of `rev` at the last change of the conversation itself. */
  rev: z.int().nonnegative(),
  infoRev: z.int().nonnegative(),
  /** Distinguishes this conversation from an earlier one with the same id. */
  epoch: z.string(),
  lastMessage: lastMessage.nullable(),
  lastMessageAt: isoTime.nullable(),
  /** The sort key of lists: the time of the last message, else of creation. */
  activityAt: isoTime,
  /** When anything that a list shows of the conversation last changed, not only its position. */
  listChangedAt: isoTime,
  /** For a group with a key: the hash of the request, so that the same key with another body is rejected. */
  bodyHash: z.string().exactOptional(),
});
export type Conversation = z.infer<typeof conversation>;

/** One user's membership and settings in a conversation. The row stays after the user leaves. */
export const member = z.object({
  conversationId: idText,
  userId: idText,
  role: z.enum(memberRoles),
  joinedAt: isoTime,
  leftAt: isoTime.nullable(),
  lastReadSeq: z.int().nonnegative(),
  lastReadAt: isoTime.nullable(),
  /** Hidden from the list until a message after this `seq` arrives. */
  hiddenAtSeq: z.int().nonnegative().nullable(),
  archived: z.boolean(),
  mutedUntil: isoTime.nullable(),
  updatedAt: isoTime,
});
export type Member = z.infer<typeof member>;

/** A conversation as all its participants see it. */
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
