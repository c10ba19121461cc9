import { beforeAll, expect, it } from 'vitest';
import { POST } from '#app/api/account/payment-requests/[messageId]/order/route.ts';
import * as messages from '#app/api/conversations/[id]/messages/route.ts';
import { openShop, type Shopper, shoppersIn } from '#tests/support/api-shop.ts';
import { call } from '#tests/support/call.ts';
import { asUser, type TestContext } from '#tests/support/context.ts';
import { putConversation, testConversation } from '#tests/support/conversations.ts';
import { addVendor } from '#tests/support/shop.ts';

let world: TestContext;
beforeAll(async () => {
  world = await openShop({ mug: 1 });
});

async function askedBy(seller: Shopper, ...people: readonly Shopper[]): Promise<string> {
  const conversation = testConversation(
    [seller, ...people].map(({ user }) => user.id),
    world.now(),
  );
  await putConversation(world, conversation);
  const body = { type: 'payment_request', metadata: { amountMinor: 50_000, currency: 'UAH', purpose: 'A vase' } };
  const { status, body: sent } = await call(messages.POST, { as: seller, params: { id: conversation.id }, body });
  expect([status, sent.message.metadata.vendorId]).toEqual([201, 'vnd_api']);
  return sent.message.id;
}

it('a payment request becomes one order: 201, and then 200 with the same order', async () => {
  const seller: Shopper = await asUser(world, { vendorId: 'vnd_api' });
  await addVendor(world, 'vnd_api', { ownerId: seller.user.id });
  const [buyer, other, stranger] = await shoppersIn(world, 3);
  if (!buyer || !other || !stranger) throw new Error('nobody');
  const messageId = await askedBy(seller, buyer, other);
  const order = (as: Shopper | undefined, body: object = {}) =>
    call(POST, { ...(as && { as }), params: { messageId }, body });

  const made = await order(buyer, { contact: { name: 'Olena', phone: '+380441234567' }, locale: 'UK' });
  expect(made.status).toBe(201);
  expect(made.body.order).toMatchObject({
    totalMinor: 50_000,
    contact: { name: 'Olena', phone: '+380441234567' },
    delivery: { method: 'none' },
    lines: [{ productId: null, fulfilment: 'custom' }],
  });
  expect(made.body.rails.map(({ processor }) => processor)).toContain('credit');

  const again = await order(buyer);
  expect([again.status, again.body.order.id]).toEqual([200, made.body.order.id]);
  const refused = await order(other);
  expect([refused.status, refused.body.details?.code]).toEqual([409, 'RequestTaken']);
  const own = await order(seller);
  expect([own.status, own.body.details?.code]).toEqual([403, 'OwnRequest']);
  expect((await order(stranger)).status).toBe(404);
  expect((await order(undefined)).status).toBe(401);
  expect((await order(buyer, { contact: { email: 'no address' } })).status).toBe(400);
});
