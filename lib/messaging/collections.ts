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
  // A person's list never looks at what is not theirs or not listed, whichever filter they choose; upwards, the rarer
  // filters look at rows of theirs.
  indexes: [
    ['participantIds[]', 'listed', 'activityAt desc'],
    ['participantIds[]', 'listed', 'activityAt'],
    ['participantIds[]', 'listed', 'listChangedAt desc'],
    ['participantIds[]', 'listed', 'type', 'activityAt desc'],
    ['participantIds[]', 'listed', 'refId', 'activityAt desc'],
    ['participantIds[]', 'listed', 'vendorId', 'activityAt desc'],
    ['participantIds[]', 'listed', 'kind', 'activityAt desc'],
  ],
  version: 2,
  migrate: (document) => ({ listChangedAt: document.activityAt, ...document }),
});

/** The id is a hash of conversation and person. */
export const ConversationMembers = collection('conversation_members', {
  label: 'Membership',
  schema: member,
  indexes: [['userId', 'updatedAt desc']],
});

/** Pages are ranges of `seq`, which has no gaps, so they are read upwards whichever way one turns them. */
export const Messages = collection('messages', {
  label: 'Message',
  schema: message,
  indexes: [
    ['conversationId', 'seq'],
    ['conversationId', 'rev'],
  ],
});

/** Messages that ask for the payment of an order; the id is the message's. */
export const PaymentRequests = collection('payment_requests', {
  label: 'Payment request',
  schema: paymentRequest,
  indexes: [['orderId']],
});

/** The id is a hash of both people. */
export const UserBlocks = collection('user_blocks', {
  label: 'Block',
  schema: userBlock,
  indexes: [['blockerId', 'createdAt desc'], ['blockedId']],
});

/** Uploaded files. A row comes before its file and goes after it, so that no file is ever without one. */
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

/** Holds the one call of a conversation that has not ended; the id is the conversation's. */
export const CallSlots = collection('call_slots', {
  label: 'Place of a call',
  schema: callSlot,
  indexes: [],
});

/** Who is writing, where several processes serve; the id is the membership's. */
export const TypingSignals = collection('typing_signals', {
  label: 'Typing signal',
  schema: typingSignal,
  indexes: [],
  ttl: 'expiresAt',
});
