/** The closed set of conversations; `kind` in their metadata is an open subtype. */
export const conversationTypes = ['direct', 'entity', 'opportunity', 'product', 'group'] as const;
export type ConversationType = (typeof conversationTypes)[number];

/** The key of the metadata that names what a conversation is about. */
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

/** What a message of the server itself tells of. */
export const systemKinds = [
  'member_joined',
  'member_left',
  'member_removed',
  'group_renamed',
  'missed_call',
  'call_ended',
] as const;
export type SystemKind = (typeof systemKinds)[number];

/** What an attachment is shown as; told by its bytes. */
export const attachmentKinds = ['image', 'audio', 'video', 'file'] as const;
export type AttachmentKind = (typeof attachmentKinds)[number];

/** How a conversation ended for the one who deleted it. */
export const deleteModes = ['hidden', 'left', 'deleted'] as const;
export type DeleteMode = (typeof deleteModes)[number];

/** `mutedUntil` of a conversation that is muted for ever. */
export const FOR_EVER = '9999-12-31T23:59:59.999Z';

export const MAX_PARTICIPANTS = 256;
export const MAX_CONTENT = 8_000;
export const MAX_ATTACHMENTS = 10;
export const MAX_METADATA_BYTES = 8 * 1024;
export const MAX_MESSAGE_BYTES = 64 * 1024;
/** All participants and the metadata; a larger body is refused before its JSON is walked. */
export const MAX_CONVERSATION_BYTES = 48 * 1024;
export const MAX_PREVIEW = 140;
export const MAX_GROUP_NAME = 80;
/** Kinds of emoji on one message. */
export const MAX_REACTIONS = 20;
