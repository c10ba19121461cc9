/** The closed set of conversation types; `kind` in the metadata is an open subtype. */
export const conversationTypes = ['direct', 'entity', 'opportunity', 'product', 'group'] as const;
export type ConversationType = (typeof conversationTypes)[number];

/** The metadata key that names the subject of a conversation. */
export const referenceKeys = {
  entity: 'entityId',
  opportunity: 'opportunityId',
  product: 'productId',
} as const satisfies Partial<Record<ConversationType, string>>;
export type ReferenceKey = (typeof referenceKeys)[keyof typeof referenceKeys];

export const memberRoles = ['owner', 'member'] as const;
export type MemberRole = (typeof memberRoles)[number];

export const messageTypes = [
  'text',
  'image',
  'file',
  'system',
  'payment_request',
  'env_request',
  'task',
  'poll',
  'rsvp',
  'dao_jar',
  'share_card',
] as const;
export type MessageType = (typeof messageTypes)[number];

/** The kinds of system messages. */
export const systemKinds = [
  'member_joined',
  'member_left',
  'member_removed',
  'group_renamed',
  'missed_call',
  'call_ended',
] as const;
export type SystemKind = (typeof systemKinds)[number];

/** How an attachment is displayed, determined from its bytes. */
export const attachmentKinds = ['image', 'audio', 'video', 'file'] as const;
export type AttachmentKind = (typeof attachmentKinds)[number];

/** How a conversation ended for the user who deleted it. */
export const deleteModes = ['hidden', 'left', 'deleted'] as const;
export type DeleteMode = (typeof deleteModes)[number];

/** The `mutedUntil` of a conversation that is muted forever. */
export const FOR_EVER = '9999-12-31T23:59:59.999Z';

/** The messages of a page when the caller names no limit. */
export const MESSAGES_PER_PAGE = 50;
export const MAX_PARTICIPANTS = 256;
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
export const ringMs = { least: 30_000, most: 120_000, usual: 60_000 } as const;
