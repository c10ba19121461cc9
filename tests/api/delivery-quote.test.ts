import { describe, expect, it } from 'vitest';
import { POST as quote } from '#app/api/account/delivery-quote/route.ts';
import type { UserContext } from '#lib/context/context.ts';
import { saveCart } from '#lib/store/cart/carts.ts';
import { Products } from '#lib/store/collections.ts';
import { call } from '#tests/support/call.ts';
import { items, OLHA, openDeliveringSellers } from '#tests/support/delivering-sellers.ts';
import { TEST_VENDOR_ID } from '#tests/support/shop.ts';

const ask = (as: UserContext, body: object = {}) =>
  call(quote, { as, body: { items, country: 'UA', currency: 'UAH', ...body } });

describe('POST /api/account/delivery-quote', () => {
  it('lists the options of each seller that reach the country, with prices for these lines', async () => {
    const { buyer, options } = await openDeliveringSellers();

    const { status, body } = await ask(buyer);

    expect(status).toBe(200);
    const days = { minDays: 2, maxDays: 4 };
    expect(body.vendors).toEqual([
      {
        vendorId: TEST_VENDOR_ID,
        name: `Vendor ${TEST_VENDOR_ID}`,
        arrange: true,
        options: [
          { id: options.courier, name: 'Courier', method: 'courier', priceMinor: 6_000, currency: 'UAH', ...days },
          { id: options.branch, name: 'Courier', method: 'branch', priceMinor: 4_500, currency: 'UAH', ...days },
        ],
      },
      {
        ...{ vendorId: OLHA, name: 'Olha', arrange: true },
        options: [expect.objectContaining({ id: options.pickup, priceMinor: 1_000, minDays: 0 })],
      },
    ]);
    const abroad = (await ask(buyer, { country: 'PL' })).body.vendors[1];
    expect(abroad?.options.map(({ id }) => id)).toEqual([options.pickup, options.abroad]);
  });

  it('reads the saved cart by default, converts prices, and sends from a total on for free', async () => {
    const { world, buyer } = await openDeliveringSellers();
    await saveCart(buyer, [{ id: 'mug', qty: 3 }]);
    const pricesOf = async (body: object) =>
      (await ask(buyer, { items: undefined, ...body })).body.vendors.map(({ options }) =>
        options.map(({ priceMinor, currency }) => [priceMinor, currency]),
      );

    expect(await pricesOf({})).toEqual([
      [
        [0, 'UAH'],
        [4_500, 'UAH'],
      ],
    ]);
    await saveCart(buyer, [{ id: 'mug', qty: 1 }]);
    expect(await pricesOf({ currency: 'EUR' })).toEqual([
      [
        [120, 'EUR'],
        [90, 'EUR'],
      ],
    ]);
    await world.data.update(Products, 'mug', { fulfilment: 'digital' });
    expect(await pricesOf({})).toEqual([]);
    await saveCart(buyer, []);
    expect(await pricesOf({})).toEqual([]);
  });

  it.each([
    [{ country: 'Ukraine' }, 'country'],
    [{ currency: 'GBP' }, 'currency'],
    [{ items: [{ id: 'mug', qty: -1 }] }, 'items.0.qty'],
    [{ userId: 'usr_1' }, 'body'],
  ])('refuses %j and names the field', async (wrong, field) => {
    const { buyer } = await openDeliveringSellers();
    const reply = await ask(buyer, wrong);
    expect([reply.status, Object.keys(reply.body.details ?? {})]).toEqual([400, [field]]);
  });

  it('is closed without a session', async () => {
    await openDeliveringSellers();
    expect((await call(quote, { body: { country: 'UA', currency: 'UAH' } })).status).toBe(401);
  });
});
