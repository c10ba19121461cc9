import type { UserContext } from '#lib/context/context.ts';
import { canonicalJson } from '#lib/core/canonical-json.ts';
import { conflict, forbidden, invalid } from '#lib/core/errors.ts';
import { hashOf } from '#lib/core/ids.ts';
import type { Row, Tx } from '#lib/data/store.ts';
import { attachStaged, messageAttachmentOf, readStaged } from '#lib/messaging/attachments/attachments.ts';
import { noteRequest } from '#lib/messaging/cards/payment-requests.ts';
import { beginRich, isRich } from '#lib/messaging/cards/rich-types.ts';
import { Messages } from '#lib/messaging/collections.ts';
import { assertMayWrite, getMine, laneOf, type Mine } from '#lib/messaging/conversations/access.ts';
import { type Changing, changeOf, withMessage, writeChange } from '#lib/messaging/conversations/conversation-change.ts';
import { publishChange } from '#lib/messaging/conversations/publish-change.ts';
import { publishReadState } from '#lib/messaging/conversations/read-state.ts';
import { messageViewAt } from '#lib/messaging/conversations/views.ts';
import { messageIdOf } from '#lib/messaging/ids.ts';
import { assertNoBlock } from '#lib/messaging/members/blocks.ts';
import { writeMember } from '#lib/messaging/members/members.ts';
import type { Member } from '#lib/messaging/schemas/conversation.ts';
import type { Message, MessageView } from '#lib/messaging/schemas/message.ts';
import type { SendMessage } from '#lib/messaging/schemas/message-input.ts';
import { promiseIndex, promiseNotice } from '#lib/messaging/topics.ts';
import { mentionsIn } from './mentions.ts';
import { assertNotEmpty } from './not-empty.ts';
import { stopTyping } from './typing.ts';

export type Sent = { readonly created: boolean; readonly message: MessageView };
type Sending = {
  readonly id: string;
  readonly input: SendMessage;
  readonly key: string | null;
  readonly bodyHash: string;
  readonly now: Date;
};

/**
 * Sends a message. A message with a key is the same message forever: a repeat returns the stored message or its
 * tombstone. The same key with another body is rejected.
 */
export async function sendMessage(
  ctx: UserContext,
  conversationId: string,
  input: SendMessage,
  header: string | undefined,
): Promise<Sent> {
  assertMayWrite(ctx);
  if (input.type === 'system') throw forbidden('Only the server can send system messages', { code: 'SystemMessage' });
  const key = keyOf(input, header);
  const { clientMessageId: _, ...said } = input;
  const sending: Sending = {
    id: messageIdOf(conversationId, ctx.user.id, key),
    input,
    key,
    bodyHash: hashOf(canonicalJson(said)),
    now: ctx.now(),
  };

  const done = await ctx.data.tx(
    async (t) => {
      const [mine, kept] = await Promise.all([getMine(ctx, t, conversationId), t.get(Messages, sending.id)]);
      return kept ? { kept: repeatOf(kept, sending) } : await sendIn(ctx, t, mine, sending);
    },
    { lane: laneOf(conversationId) },
  );
  if (done.kept) return { created: false, message: done.kept };
  const { change, readOn } = done;
  await Promise.all([stopTyping(ctx, { id: conversationId, data: change.conversation }), publishChange(ctx, change)]);
  if (readOn) await publishReadState(ctx, { id: conversationId, isListed: change.conversation.listed }, readOn);
  const [sent] = change.messages;
  if (!sent) throw new Error('a sent message is missing');
  return { created: true, message: messageViewAt(sent, sent.data.createdAt) };
}

function keyOf({ clientMessageId }: SendMessage, header: string | undefined): string | null {
  if (clientMessageId !== null && header !== undefined && clientMessageId !== header)
    throw invalid('The message has two different keys', { clientMessageId: 'must equal the Idempotency-Key header' });
  return clientMessageId ?? header ?? null;
}

function repeatOf(kept: Row<Message>, { bodyHash, now }: Sending): MessageView {
  if (kept.data.bodyHash !== bodyHash)
    throw conflict('This key was already used for another message', { code: 'IdempotencyMismatch' });
  return messageViewAt(kept, now.toISOString());
}

/** `readOn` is set when the sender had unread messages, because a sender has read everything before the new message. */
type SentIn = { readonly kept?: undefined; readonly change: Changing; readonly readOn: Member | null };

async function sendIn(ctx: UserContext, t: Tx, { row, member }: Mine, sending: Sending): Promise<SentIn> {
  const { id, input, key, bodyHash, now } = sending;
  const { participantIds } = row.data;
  await assertNoBlock(t, participantIds);
  await assertReplyTo(t, row.id, input.replyToId);
  const files = await readStaged(ctx, t, { ids: input.attachments, conversationId: row.id, now });
  const attachments = files.map(messageAttachmentOf);
  assertNotEmpty(input, attachments);
  // Only a seller can be paid here, and only for requests sent while being a seller.
  const vendorId = input.type === 'payment_request' ? await ctx.requestShop.sellerOf(t, ctx.user.id) : null;

  const change = withMessage(changeOf(row), id, {
    senderId: ctx.user.id,
    type: input.type,
    content: input.content,
    attachments,
    metadata: metadataOf(input, { participantIds, now: now.toISOString(), origin: ctx.origin, vendorId }),
    mentions: mentionsIn(input.content, participantIds),
    replyToId: input.replyToId,
    clientMessageId: key,
    bodyHash,
    createdAt: now.toISOString(),
  });
  writeChange(t, change);
  attachStaged(t, files, { messageId: id, conversationId: row.id });
  const at = now.toISOString();
  const isReadOn = member.lastReadSeq < row.data.messageSeq;
  const lastReadAt = isReadOn ? at : member.lastReadAt;
  const mine: Member = { ...member, lastReadSeq: change.conversation.messageSeq, lastReadAt, updatedAt: at };
  writeMember(t, mine);
  promiseNotice(t, row.id, id, now);
  promiseIndex(t, id, now);
  if (input.type === 'payment_request')
    noteRequest(t, { messageId: id, conversationId: row.id, metadata: input.metadata }, now);
  return { change, readOn: isReadOn ? mine : null };
}

async function assertReplyTo(t: Tx, conversationId: string, replyToId: string | null): Promise<void> {
  const original = replyToId === null ? null : await t.get(Messages, replyToId);
  if (original !== null && original?.data.conversationId !== conversationId)
    throw invalid('The message it replies to does not exist', { replyToId: 'is not a message of this conversation' });
}

/** Returns the metadata to store: as sent, or for a rich message with its initial state. */
const metadataOf = ({ type, metadata }: SendMessage, at: Parameters<typeof beginRich>[2]): Message['metadata'] =>
  isRich(type) ? { ...beginRich(type, metadata, at) } : metadata;
