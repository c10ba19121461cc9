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
