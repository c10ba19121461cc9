import { asUser } from '#tests/support/context.ts';
import { putDelivery } from '#tests/support/deliveries.ts';
import { withCredit } from '#tests/support/paying.ts';
import { addProduct, addVendor, TEST_VENDOR_ID } from '#tests/support/shop.ts';
import { openWorld } from '#tests/support/signing-in.ts';

export const OLHA = 'vnd_olha';
export const contact = { name: 'Olha Koval', phone: '+380 67 123 45 67' };
export const delivery = { country: 'UA', city: 'Lviv', address: 'Zelena 12', postalCode: '79000' };
export const items = [
  { id: 'mug', qty: 2 },
  { id: 'scarf', qty: 1 },
];

/** Two sellers: mugs for 100 each, sent by courier or to a branch, and scarves for 500 of Olha's shop. */
export async function openDeliveringSellers() {
  const world = await openWorld({ vars: { PAYMENT_CREDIT_BALANCE_ACCEPTED_ORDER_CURRENCIES: 'UAH,EUR,USD' } });
  await addVendor(world, TEST_VENDOR_ID);
  await addVendor(world, OLHA, { name: 'Olha', commissionBps: 1_000 });
  await addProduct(world, 'mug', 9);
  await addProduct(world, 'scarf', 9, { vendorId: OLHA, priceMinor: 50_000 });
  const options = {
    courier: await putDelivery(world, TEST_VENDOR_ID, { freeFromMinor: 30_000 }),
    branch: await putDelivery(world, TEST_VENDOR_ID, { method: 'branch', priceMinor: 4_500, position: 1 }),
    pickup: await putDelivery(world, OLHA, { method: 'pickup', priceMinor: 1_000, minDays: 0, maxDays: 0 }),
    abroad: await putDelivery(world, OLHA, { priceMinor: 90_000, countries: ['PL', 'DE'], position: 1 }),
    hidden: await putDelivery(world, OLHA, { active: false, position: 2 }),
  };
  const buyer = await withCredit(await asUser(world, { name: 'Olha' }), 10_000_000);
  return { world, buyer, options };
}
