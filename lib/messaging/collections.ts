import { collection } from '#lib/data/collection.ts';
import { attachment, uploadUse } from './schemas/attachment.ts';
import { userBlock } from './schemas/block.ts';
import { callRow, callSlot } from './schemas/call.ts';
import { conversation, member } from './schemas/conversation.ts';
import { message } from './schemas/message.ts';
import { paymentRequest } from './schemas/payment-request.ts';
import { typingSignal } from './schemas/typing.ts';

export const Conversations = collection('conversations', {
  label: 'Conversation',
  schema: conversation,
  // A user's list never reads rows of other users or unlisted rows, with any filter. Upwards, the rarer filters read
  // further rows of the user.
  indexes: [
    ['participantIds[]', 'listed', 'activityAt desc'],
    ['participantIds[]', 'listed', 'activityAt'],
    ['participantIds[]', 'listed', 'listChangedAt desc'],
    ['participantIds[]', 'listed', 'type', 'activityAt desc'],
    ['participantIds[]', 'listed', 'refId', 'activityAt desc'],
    ['participantIds[]', 'listed', 'vendorId', 'activityAt desc'],
    ['participantIds[]', 'listed', 'kind', 'activityAt desc'],
    ['deletedAt'],
  ],
  version: 2,
  migrate: (document) => ({ listChangedAt: document.activityAt, ...document }),
});

/** The id is a hash of the conversation id and the user id. */
export const ConversationMembers = collection('conversation_members', {
  label: 'Membership',
  schema: member,
  indexes: [['userId', 'updatedAt desc']],
});

/** Pages are ranges of `seq`, which has no gaps, so one ascending index serves both directions. */
export const Messages = collection('messages', {
  label: 'Message',
  schema: message,
  indexes: [
    ['conversationId', 'seq'],
    ['conversationId', 'rev'],
    // What one person has written, for the export of their account.
    ['conversationId', 'senderId', 'seq'],
    ['type', 'createdAt'],
  ],
});

/** Messages that request payment of an order. The id is the id of the message. */
export const PaymentRequests = collection('payment_requests', {
  label: 'Payment request',
  schema: paymentRequest,
  indexes: [['orderId']],
});

/** The id is a hash of both user ids. */
export const UserBlocks = collection('user_blocks', {
  label: 'Block',
  schema: userBlock,
  indexes: [['blockerId', 'createdAt desc'], ['blockedId']],
});

/** Uploaded files. A row is created before its file and deleted after it, so every file has a row. */
export const Attachments = collection('attachments', {
  label: 'Attachment',
  schema: attachment,
  indexes: [
    ['state', 'expiresAt'],
    ['ownerId', 'state'],
    ['conversationId', 'state'],
  ],
});

export const UploadUse = collection('upload_use', {
  label: 'Use of uploads',
  schema: uploadUse,
  indexes: [],
});

export const Calls = collection('calls', {
  label: 'Call',
  schema: callRow,
  indexes: [
    ['conversationId', 'state'],
    ['calleeId', 'state', 'createdAt desc'],
    ['callerId', 'state', 'createdAt desc'],
  ],
});

/** Holds the conversation's one call that has not ended. The id is the id of the conversation. */
export const CallSlots = collection('call_slots', {
  label: 'Place of a call',
  schema: callSlot,
  indexes: [],
});

/** The users who are typing, when several processes serve requests. The id is the id of the membership. */
export const TypingSignals = collection('typing_signals', {
  label: 'Typing signal',
  schema: typingSignal,
  indexes: [],
  ttl: 'expiresAt',
});
