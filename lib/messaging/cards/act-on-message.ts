import type { UserContext } from '#lib/context/context.ts';
import { conflict } from '#lib/core/errors.ts';
import type { Reader } from '#lib/data/store.ts';
import { assertMayWrite } from '#lib/messaging/conversations/access.ts';
import { changeMessage, type Place } from '#lib/messaging/messages/own-message.ts';
import type { Message, MessageView } from '#lib/messaging/schemas/message.ts';
import type { RichAction } from '#lib/messaging/schemas/rich.ts';
import { actOn } from './rich-types.ts';

/** Applies an action to a rich message in the conversation's lane, so that two concurrent votes both count. */
export function actOnMessage(ctx: UserContext, place: Place, action: RichAction): Promise<MessageView> {
  assertMayWrite(ctx);
  const acting = { userId: ctx.user.id, now: ctx.now().toISOString() };
  return changeMessage(ctx, place, {
    event: 'message.updated',
    decide: async (stored, _, t) => {
      if (stored.deletedAt !== null || stored.blockedAt !== null)
        throw conflict('The message was deleted', { code: 'MessageDeleted' });
      const message = await asOrdered(t, ctx, place.messageId, stored);
      const metadata = actOn(message, action, acting);
      return metadata === message.metadata ? null : { ...message, metadata };
    },
  });
}

/**
 * Returns the state of a payment request by its order, because the card in the message follows the order with a delay.
 * While the order waits for its payment, no user can withdraw the request, decline it or mark it as paid.
 */
async function asOrdered(
  t: Reader,
  { requestShop }: UserContext,
  messageId: string,
  message: Message,
): Promise<Message> {
  const order = message.type === 'payment_request' ? await requestShop.orderOf(t, messageId) : null;
  if (order === null) return message;
  if (order.state === 'unpaid')
    throw conflict('This request cannot be changed: a buyer has already ordered it', { code: 'RequestOrdered' });
  return { ...message, metadata: { ...message.metadata, status: order.state } };
}
