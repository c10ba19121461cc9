import type { Context } from '#lib/context/context.ts';
import type { PaymentRequests as RequestPort } from '#lib/context/ports/payment-requests.ts';
import type { Row, Tx, Writer } from '#lib/data/store.ts';
import { Conversations, Messages, PaymentRequests } from '#lib/messaging/collections.ts';
import { laneOf } from '#lib/messaging/conversations/access.ts';
import { changeOf, withChangedMessage, writeChange } from '#lib/messaging/conversations/conversation-change.ts';
import { publishChange } from '#lib/messaging/conversations/publish-change.ts';
import { requestsForOrder } from '#lib/messaging/queries.ts';
import type { Conversation } from '#lib/messaging/schemas/conversation.ts';
import type { Message } from '#lib/messaging/schemas/message.ts';
import type { PaymentRequest } from '#lib/messaging/schemas/payment-request.ts';
import type { RichState } from '#lib/messaging/schemas/rich.ts';
import { attemptsOf, findAttempts } from '#lib/payments/attempts/ledger.ts';
import { promiseOrderPaid } from '#lib/payments/attempts/order-paid-topic.ts';
import { richAt } from './rich-transitions.ts';

/** The maximum number of requests per order; real orders have far fewer. */
const MOST = 200;

/**
 * Records that a request asks for payment of an order, in the commit that sends the request. Also enqueues a check
 * whether the order was paid already. Whichever of the two commits comes second finds the rows of the first.
 */
export function noteRequest(
  write: Writer,
  { messageId, conversationId, metadata }: Pick<PaymentRequest, 'conversationId'> & AskedBy,
  now: Date,
): void {
  const { orderId } = metadata;
  if (typeof orderId !== 'string') return;
  write.create(PaymentRequests, messageId, { conversationId, orderId, createdAt: now.toISOString() });
  promiseOrderPaid(write, orderId, now);
}

type AskedBy = { readonly messageId: string; readonly metadata: Message['metadata'] };

/**
 * Marks the open requests for a paid order as paid, with the reference of the paying attempt. Only requests in
 * conversations where the payer takes part change, because other users' requests prove nothing. Repeating it changes
 * nothing.
 */
export async function settleRequests(ctx: Context, { orderId }: { readonly orderId: string }): Promise<void> {
  const paid = (await findAttempts(ctx.data, orderId)).find(({ paidAt, excess }) => paidAt !== null && !excess);
  if (!paid) return;
  const { rows } = await ctx.data.find(requestsForOrder(orderId, MOST));
  for (const row of rows) await settle(ctx, row, paid);
}

type Paid = { readonly userId: string; readonly orderReference: string };

const settle = (ctx: Context, { id }: Row<PaymentRequest>, { userId, orderReference }: Paid): Promise<void> =>
  changeCard(ctx, id, async (_, { participantIds }, { metadata }) =>
    // An expired request is still stored as open. The order shows that it was paid after all.
    participantIds.includes(userId) && metadata.status === 'open' ? { status: 'paid', orderReference } : null,
  );

/** Copies the state of the order made from a request onto the request. Repeating it changes nothing. */
export const followOrder = (ctx: Context, messageId: string): Promise<void> =>
  changeCard(ctx, messageId, async (t, _, { metadata }) => {
    const order = await ctx.requestShop.orderOf(t, messageId);
    if (!isFollowing(metadata)) return null;
    if (order === null) return metadata.status === 'open' ? { paidOrderId: null, buyerId: null } : null;
    const { orderId: paidOrderId, number, buyerId, state } = order;
    if (state === 'unpaid') return { status: 'open', paidOrderId, buyerId };
    const paid = (await attemptsOf(t, { stem: number })).find(({ paidAt, excess }) => paidAt !== null && !excess);
    return { status: state, paidOrderId, buyerId, orderReference: paid?.orderReference ?? null };
  });

/** Whether the card still follows its order. A state set by the sender or the reader stays. */
const isFollowing = ({ status, paidOrderId }: Message['metadata']): boolean =>
  status === 'open' || (typeof paidOrderId === 'string' && (status === 'paid' || status === 'refunded'));

type Decide = (t: Tx, conversation: Conversation, message: Message) => Promise<Partial<Message['metadata']> | null>;

/** Changes the card of a request in the conversation's lane. A missing or unchanged card is not written. */
async function changeCard(ctx: Context, messageId: string, decide: Decide): Promise<void> {
  const known = await ctx.data.get(Messages, messageId);
  if (!known) return;
  const { conversationId } = known.data;
  const at = ctx.now().toISOString();
  const change = await ctx.data.tx(
    async (t) => {
      const [conversation, row] = await Promise.all([t.get(Conversations, conversationId), t.get(Messages, messageId)]);
      if (!conversation || !row || !isThere(row.data)) return null;
      const patch = await decide(t, conversation.data, row.data);
      const { metadata } = row.data;
      if (patch === null || Object.entries(patch).every(([key, value]) => metadata[key] === value)) return null;
      const after = { ...row.data, metadata: { ...metadata, ...patch } };
      const done = withChangedMessage(changeOf(conversation), messageId, after, 'message.updated', at);
      writeChange(t, done);
      return done;
    },
    { lane: laneOf(conversationId) },
  );
  if (change) await publishChange(ctx, change);
}

const isThere = ({ type, deletedAt, blockedAt }: Message): boolean =>
  type === 'payment_request' && deletedAt === null && blockedAt === null;

/** The port through which the store reads payment requests. */
export const paymentRequests: RequestPort = {
  async find(reader, messageId, now) {
    const message = await reader.get(Messages, messageId);
    if (!message || !isThere(message.data)) return null;
    const { conversationId, senderId, type, metadata } = message.data;
    const conversation = await reader.get(Conversations, conversationId);
    if (!conversation || conversation.data.deletedAt !== null || senderId === null) return null;
    // The metadata was validated against its schema when the message was sent.
    const state = richAt(type, metadata, now.toISOString()) as RichState<'payment_request'>;
    const { amountMinor, currency, purpose = null, orderId = null, vendorId = null, status } = state;
    const { participantIds } = conversation.data;
    return { senderId, participantIds, amountMinor, currency, purpose, orderId, vendorId, status };
  },
};
