import type { Context } from '#lib/context/context.ts';
import type { Row, Writer } from '#lib/data/store.ts';
import { Conversations, Messages, PaymentRequests } from '#lib/messaging/collections.ts';
import { laneOf } from '#lib/messaging/conversations/access.ts';
import { changeOf, withChangedMessage, writeChange } from '#lib/messaging/conversations/conversation-change.ts';
import { tellChange } from '#lib/messaging/conversations/tell.ts';
import { requestsForOrder } from '#lib/messaging/queries.ts';
import type { Message } from '#lib/messaging/schemas/message.ts';
import type { PaymentRequest } from '#lib/messaging/schemas/payment-request.ts';
import { attemptsOf } from '#lib/payments/attempts/ledger.ts';
import { promiseOrderPaid } from '#lib/payments/attempts/order-paid-topic.ts';

/** More requests than this for one order nobody has sent in earnest. */
const MOST = 200;

/**
 * Notes, in the commit that sends it, that a request asks for the payment of an order, and has somebody look whether that
 * was paid already: whichever of the two commits comes second finds what the first has written.
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
 * Marks the open requests for an order as paid, by whose attempt, once it is. Only where its payer takes part: what
 * anybody else writes about an order of theirs tells nothing. Repeating it changes nothing.
 */
export async function settleRequests(ctx: Context, { orderId }: { readonly orderId: string }): Promise<void> {
  const paid = (await attemptsOf(ctx.data, orderId)).find(({ paidAt, excess }) => paidAt !== null && !excess);
  if (!paid) return;
  const { rows } = await ctx.data.find(requestsForOrder(orderId, MOST));
  for (const row of rows) await settle(ctx, row, paid);
}

type Paid = { readonly userId: string; readonly orderReference: string };

async function settle(ctx: Context, { id, data }: Row<PaymentRequest>, paid: Paid): Promise<void> {
  const { conversationId } = data;
  const at = ctx.now().toISOString();
  const change = await ctx.data.tx(
    async (t) => {
      const [conversation, message] = await Promise.all([t.get(Conversations, conversationId), t.get(Messages, id)]);
      if (!conversation?.data.participantIds.includes(paid.userId) || !message || !isOpen(message.data)) return null;
      const { orderReference } = paid;
      const metadata = { ...message.data.metadata, status: 'paid', orderReference };
      const done = withChangedMessage(changeOf(conversation), id, { ...message.data, metadata }, 'message.updated', at);
      writeChange(t, done);
      return done;
    },
    { lane: laneOf(conversationId) },
  );
  if (change) await tellChange(ctx, change);
}

/** One that has run out was open when nobody paid in time; the order says that it was paid after all. */
const isOpen = ({ type, metadata, deletedAt, blockedAt }: Message): boolean =>
  type === 'payment_request' && metadata.status === 'open' && deletedAt === null && blockedAt === null;
