import { describe, expect, it } from 'vitest';
import type { UserContext } from '#lib/context/context.ts';
import { Messages } from '#lib/messaging/collections.ts';
import { sendMessage } from '#lib/messaging/messages/send-message.ts';
import { sendMessage as sendInput } from '#lib/messaging/schemas/message-input.ts';
import { payByCredit } from '#lib/payments/credit/start-credit.ts';
import { asUser, type TestContext } from '#tests/support/context.ts';
import { putConversation, testConversation } from '#tests/support/conversations.ts';
import { payingShopper, placeOrder } from '#tests/support/paying.ts';
import { settleRequests } from './payment-requests.ts';

type Person = TestContext & UserContext;

/** Sets up a shopper with an unpaid order, a seller who talks with them, and a stranger who talks only with the seller. */
async function openTalk() {
  const buyer = await payingShopper();
  const [seller, stranger] = [await asUser(buyer), await asUser(buyer)];
  const order = await placeOrder(buyer, { mug: 1 });
  const talk = async (...people: readonly Person[]) => {
    const conversation = testConversation(
      people.map(({ user }) => user.id),
      buyer.now(),
    );
    await putConversation(buyer, conversation);
    return conversation.id;
  };
  const ask = async (who: Person, conversationId: string, more: object = { orderId: order.id }) => {
    const metadata = { amountMinor: 10_000, currency: 'UAH', ...more };
    const sent = await sendMessage(
      who,
      conversationId,
      sendInput.parse({ type: 'payment_request', metadata }),
      undefined,
    );
    return sent.message.id;
  };
  const stateOf = async (id: string) => (await buyer.data.need(Messages, id)).data.metadata;
  return { buyer, seller, stranger, order, talk, ask, stateOf };
}

describe('a payment request for an order', () => {
  it('becomes paid once when the order is paid, unless it was canceled before', async () => {
    const { buyer, seller, order, talk, ask, stateOf } = await openTalk();
    const id = await talk(seller, buyer);
    const [open, canceled] = [await ask(seller, id), await ask(seller, id)];
    await buyer.data.update(Messages, canceled, { metadata: { ...(await stateOf(canceled)), status: 'canceled' } });
    await buyer.drain();
    expect(await stateOf(open)).toMatchObject({ status: 'open', orderReference: null });

    await payByCredit(buyer, order.id);
    await buyer.drain();
    const { rev } = (await buyer.data.need(Messages, open)).data;
    await settleRequests(buyer, { orderId: order.id });

    expect(await stateOf(open)).toMatchObject({ status: 'paid', orderReference: expect.stringMatching(/^\S+$/) });
    expect((await stateOf(canceled)).status).toBe('canceled');
    expect((await buyer.data.need(Messages, open)).data.rev).toBe(rev);
  });

  it('becomes paid also when it was sent after the payment or had expired', async () => {
    const { buyer, seller, order, talk, ask, stateOf } = await openTalk();
    const id = await talk(seller, buyer);
    const early = await ask(seller, id, {
      orderId: order.id,
      expiresAt: new Date(buyer.now().getTime() + 1_000).toISOString(),
    });
    buyer.clock.advance(2_000);
    await payByCredit(buyer, order.id);

    const late = await ask(seller, id);
    await buyer.drain();

    expect([(await stateOf(early)).status, (await stateOf(late)).status]).toEqual(['paid', 'paid']);
  });

  it('stays open when its sender does not talk with the payer, or without an order', async () => {
    const { buyer, seller, stranger, order, talk, ask, stateOf } = await openTalk();
    const behind = await ask(stranger, await talk(stranger, seller));
    const free = await ask(seller, await talk(seller, buyer), {});

    await payByCredit(buyer, order.id);
    await buyer.drain();

    expect([(await stateOf(behind)).status, (await stateOf(free)).status]).toEqual(['open', 'open']);
  });
});
