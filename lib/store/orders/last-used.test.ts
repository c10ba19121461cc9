import { expect, it } from 'vitest';
import { checkOut } from '#lib/store/checkout/checkout.ts';
import type { CreateOrderInput } from '#lib/store/schemas/order.ts';
import { asUser, testContext } from '#tests/support/context.ts';
import { stockShop } from '#tests/support/shop.ts';
import { findLastUsed } from './last-used.ts';

const contact = { name: 'Olha Koval', phone: '+380 67 123 45 67' };
const delivery = {
  method: 'courier',
  country: 'Ukraine',
  city: 'Lviv',
  address: 'Zelena 12',
  postalCode: '79000',
} as const;

it('findLastUsed returns the name, phone and address of the user’s own newest order', async () => {
  const world = await testContext();
  await stockShop(world, { mug: 9 });
  const [olha, other] = [await asUser(world), await asUser(world)];
  const order = (input: CreateOrderInput) => checkOut(olha, { input: { items: [{ id: 'mug', qty: 1 }], ...input } });
  expect(await findLastUsed(olha)).toBeNull();
  await order({ contact: { name: 'Earlier' } });
  world.clock.advance(1_000);
  await order({ contact, delivery: { ...delivery, comment: 'after six' } });

  expect(await findLastUsed(olha)).toEqual({ ...contact, ...delivery });
  expect(await findLastUsed(other)).toBeNull();
});
