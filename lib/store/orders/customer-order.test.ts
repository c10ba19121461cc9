import { beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '#lib/core/time.ts';
import { checkOut } from '#lib/store/checkout/checkout.ts';
import { asUser, type TestContext, testContext } from '#tests/support/context.ts';
import { stockShop } from '#tests/support/shop.ts';

let world: TestContext;
beforeEach(async () => {
  world = await testContext();
  await stockShop(world, { mug: 100 });
});

async function buy(owner: Awaited<ReturnType<typeof asUser<TestContext>>>): Promise<string> {
  const placed = await checkOut(owner, {
    input: { items: [{ id: 'mug', qty: 1 }] },
    key: undefined,
    referralCode: undefined,
  });
  if (placed.kind !== 'answer') throw placed.error;
  return placed.body.order.number;
}

describe('customerOrders', () => {
  it('finds the sender’s order by its number, with the fields that a reply may use', async () => {
    const owner = await asUser(world, { email: 'Own@plaza.test', emailKey: 'own@plaza.test' });
    const number = await buy(owner);

    const facts = await world.customerOrders.find({ email: 'OWN@plaza.test', number });

    expect(facts).toEqual({
      number,
      status: 'new',
      amount: expect.stringMatching(/^\d+\.\d{2}$/),
      currency: expect.stringMatching(/^[A-Z]{3}$/),
      trackingUrl: null,
    });
  });

  it('returns null for another user’s order number and for unknown addresses', async () => {
    const owner = await asUser(world, { email: 'own@plaza.test', emailKey: 'own@plaza.test' });
    await asUser(world, { email: 'eve@plaza.test', emailKey: 'eve@plaza.test' });
    const number = await buy(owner);

    for (const email of ['eve@plaza.test', 'stranger@plaza.test', 'nonsense', ''])
      expect(await world.customerOrders.find({ email, number })).toBeNull();
    expect(await world.customerOrders.find({ email: 'own@plaza.test', number: 'P000000000' })).toBeNull();
  });

  it('finds the sender’s only recent order without a number, and returns null for two', async () => {
    const owner = await asUser(world, { email: 'own@plaza.test', emailKey: 'own@plaza.test' });
    const ask = { email: 'own@plaza.test', number: null };
    expect(await world.customerOrders.find(ask)).toBeNull();
    const number = await buy(owner);
    expect((await world.customerOrders.find(ask))?.number).toBe(number);

    world.clock.advance(61 * DAY_MS);
    expect(await world.customerOrders.find(ask)).toBeNull();
    await buy(owner);
    await buy(owner);
    expect(await world.customerOrders.find(ask)).toBeNull();
  });
});
