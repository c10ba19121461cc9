import { describe, expect, it } from 'vitest';
import { Users } from '#lib/auth/collections.ts';
import type { UserContext } from '#lib/context/context.ts';
import { AppError } from '#lib/core/errors.ts';
import { MINUTE_MS } from '#lib/core/time.ts';
import { holdCart } from '#lib/store/cart/cart-holds.ts';
import { cartOf, saveCart } from '#lib/store/cart/carts.ts';
import { OrderEvents, Orders, Products, StockHolds, StockLevels } from '#lib/store/collections.ts';
import { eventIdOf } from '#lib/store/orders/order-events.ts';
import { ordersNewestFirst } from '#lib/store/queries.ts';
import type { CreateOrderInput, PlacedOrder } from '#lib/store/schemas/order.ts';
import { changeStock } from '#lib/store/stock/change-stock.ts';
import { cartHoldId, orderHoldId } from '#lib/store/stock/hold-terms.ts';
import { asUser, testContext } from '#tests/support/context.ts';
import { addReferralCode } from '#tests/support/referrals.ts';
import { addProduct, addVendor, stockShop } from '#tests/support/shop.ts';
import { checkOut, type Placed } from './checkout.ts';

async function shopperIn(units: Readonly<Record<string, number>>) {
  const world = await testContext();
  await stockShop(world, units);
  return asUser(world, { name: 'Olha', email: 'olha@plaza.test' });
}

const place = (ctx: UserContext, input: CreateOrderInput = {}, key?: string, referralCode?: string) =>
  checkOut(ctx, { input, key, referralCode });

function bodyOf(placed: Placed): PlacedOrder {
  if (placed.kind !== 'answer') throw placed.error;
  return placed.body;
}
const detailsOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) =>
      error instanceof AppError ? { status: error.status, code: error.code, ...error.details } : error,
  );
const heldOf = async ({ data }: Pick<UserContext, 'data'>, id: string) => (await data.need(StockLevels, id)).data.held;
const ordersOf = async (ctx: UserContext) =>
  (await ctx.data.find(ordersNewestFirst({ userId: ctx.user.id }, 100))).rows;

describe('checkOut', () => {
  it('copies the contact name of the order into a profile without a name', async () => {
    const world = await testContext();
    await stockShop(world, { mug: 9 });
    const nameless = await asUser(world, { name: '' });
    const items = [{ id: 'mug', qty: 1 }];
    const nameOf = async () => (await world.data.need(Users, nameless.user.id)).data.name;

    await place(nameless, { items, contact: { name: '\u200b ' } });
    expect(await nameOf()).toBe('');
    await place(nameless, { items, contact: { name: ' Olha Koval ' } });
    expect(await nameOf()).toBe('Olha Koval');
    await place(nameless, { items, contact: { name: 'Her Mother' } });
    expect(await nameOf()).toBe('Olha Koval');
  });

  it('rejects digital products as out of stock, also from a saved cart', async () => {
    const shopper = await shopperIn({ mug: 5 });
    await addProduct(shopper, 'song', 5);
    await saveCart(shopper, [{ id: 'song', qty: 1 }]);
    await shopper.data.update(Products, 'song', { fulfilment: 'digital' });

    const refusal = { code: 'InsufficientStock', song: '0' };
    expect(await detailsOf(saveCart(shopper, [{ id: 'song', qty: 2 }]))).toMatchObject(refusal);
    expect(await detailsOf(place(shopper))).toMatchObject(refusal);

    expect(await heldOf(shopper, 'song')).toBe(0);
  });

  it('turns the saved cart into an order and empties the cart', async () => {
    const shopper = await shopperIn({ mug: 5, lamp: 5 });
    await saveCart(shopper, [
      { id: 'mug', qty: 2 },
      { id: 'lamp', qty: 1 },
    ]);

    const { order, rails } = bodyOf(await place(shopper));

    expect(order).toMatchObject({
      status: 'new',
      payState: 'unpaid',
      currency: 'UAH',
      subtotalMinor: 30_000,
      totalMinor: 30_000,
      contact: { name: 'Olha', email: 'olha@plaza.test', phone: '' },
      delivery: { method: 'arrange' },
      holdExpiresAt: '2026-03-02T10:30:00.000Z',
      timeline: [{ kind: 'created', from: null, to: 'new', text: 'Order placed' }],
    });
    expect(order.number).toMatch(/^P[0-9A-HJKMNP-TV-Z]{9}$/);
    expect(rails.map(({ processor }) => processor)).toEqual(['cardgw', 'credit']);
    expect((await cartOf(shopper)).items).toEqual([]);
    expect([await heldOf(shopper, 'mug'), await heldOf(shopper, 'lamp')]).toEqual([2, 1]);
  });

  it('binds the units that the cart holds and takes only the missing units', async () => {
    const shopper = await shopperIn({ mug: 3 });
    await saveCart(shopper, [{ id: 'mug', qty: 2 }]);
    await holdCart(shopper);

    const { order } = bodyOf(await place(shopper, { items: [{ id: 'mug', qty: 3 }] }));

    expect(await heldOf(shopper, 'mug')).toBe(3);
    const [cartHold, orderHold] = await shopper.data.getMany(StockHolds, [
      cartHoldId(shopper.user.id, 'mug'),
      orderHoldId(order.id, 'mug'),
    ]);
    expect(cartHold).toBeUndefined();
    expect(orderHold?.data).toMatchObject({ state: 'bound', qty: 3, orderId: order.id, expiresAt: null });
  });

  it('keeps the rest of a partly ordered cart line in the cart and held', async () => {
    const shopper = await shopperIn({ mug: 5 });
    await saveCart(shopper, [{ id: 'mug', qty: 5 }]);
    await holdCart(shopper);

    await place(shopper, { items: [{ id: 'mug', qty: 2 }] });

    expect((await cartOf(shopper)).items).toEqual([{ id: 'mug', qty: 3 }]);
    const hold = await shopper.data.need(StockHolds, cartHoldId(shopper.user.id, 'mug'));
    expect(hold.data).toMatchObject({ state: 'active', qty: 3 });
    expect(await heldOf(shopper, 'mug')).toBe(5);
  });

  it('stores an order without enough stock as canceled and holds no units', async () => {
    const shopper = await shopperIn({ mug: 2, lamp: 5 });
    const items = [
      { id: 'mug', qty: 3 },
      { id: 'lamp', qty: 1 },
    ];

    const refused = await detailsOf(place(shopper, { items }));

    const [order] = await ordersOf(shopper);
    expect(refused).toEqual({ status: 409, code: 'InsufficientStock', mug: '2', orderId: order?.id });
    expect(order?.data).toMatchObject({
      status: 'canceled',
      cancelReason: 'insufficient_stock',
      stockState: 'none',
      holdExpiresAt: null,
      rev: 1,
    });
    const event = await shopper.data.need(OrderEvents, eventIdOf(order?.id ?? '', 1));
    expect(event.data).toMatchObject({ kind: 'canceled', from: 'new', to: 'canceled' });
    expect([await heldOf(shopper, 'mug'), await heldOf(shopper, 'lamp')]).toEqual([0, 0]);
  });

  it('takes the units of other shoppers’ expired holds, even of more holds than one transaction releases', async () => {
    const shopper = await shopperIn({ mug: 40 });
    for (let i = 0; i < 40; i++) {
      const idler = await asUser(shopper);
      await saveCart(idler, [{ id: 'mug', qty: 1 }]);
      await holdCart(idler);
    }
    shopper.clock.advance(16 * MINUTE_MS);

    bodyOf(await place(shopper, { items: [{ id: 'mug', qty: 40 }] }));

    expect(await heldOf(shopper, 'mug')).toBe(40);
  });

  it('sells the last unit to one of a hundred concurrent buyers and stores 99 canceled orders', async () => {
    const shopper = await shopperIn({ mug: 1 });
    const buyers = await Promise.all(Array.from({ length: 100 }, () => asUser(shopper)));

    const results = await Promise.allSettled(buyers.map((buyer) => place(buyer, { items: [{ id: 'mug', qty: 1 }] })));

    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await heldOf(shopper, 'mug')).toBe(1);
    expect(await shopper.data.count(ordersNewestFirst({ status: 'canceled' }, 500))).toBe(99);
  });
});

describe('checkOut called repeatedly', () => {
  it('creates one order for ten parallel calls with one key, and returns the same response to all', async () => {
    const shopper = await shopperIn({ mug: 5 });
    await saveCart(shopper, [{ id: 'mug', qty: 1 }]);

    const placed = await Promise.all(Array.from({ length: 10 }, () => place(shopper, {}, 'key-1')));

    expect(await ordersOf(shopper)).toHaveLength(1);
    expect(new Set(placed.map((one) => JSON.stringify(bodyOf(one)))).size).toBe(1);
    expect(placed.filter((one) => one.kind === 'answer' && one.replayed)).toHaveLength(9);
    expect(await heldOf(shopper, 'mug')).toBe(1);
  });

  it('rejects a different body with a used key', async () => {
    const shopper = await shopperIn({ mug: 5 });
    await place(shopper, { items: [{ id: 'mug', qty: 1 }] }, 'key-1');

    expect(await detailsOf(place(shopper, { items: [{ id: 'mug', qty: 2 }] }, 'key-1'))).toMatchObject({
      status: 409,
      code: 'IdempotencyMismatch',
    });
  });

  it('does not mix the keys of two shoppers', async () => {
    const shopper = await shopperIn({ mug: 5 });
    const other = await asUser(shopper);
    const items = [{ id: 'mug', qty: 1 }];

    const [one, two] = [await place(shopper, { items }, 'key-1'), await place(other, { items }, 'key-1')];

    expect(bodyOf(one).order.id).not.toBe(bodyOf(two).order.id);
  });

  it('replays a rejection for a used key, with one canceled order for ten parallel calls', async () => {
    const shopper = await shopperIn({ mug: 1 });
    const items = [{ id: 'mug', qty: 2 }];

    const settled = await Promise.allSettled(Array.from({ length: 10 }, () => place(shopper, { items }, 'key-1')));
    await changeStock(shopper, 'mug', { delta: 10, kind: 'restock' });
    const later = await place(shopper, { items }, 'key-1');

    const [order, ...more] = await ordersOf(shopper);
    expect(more).toEqual([]);
    expect(settled.filter(({ status }) => status === 'rejected')).toHaveLength(1);
    expect(later).toMatchObject({ kind: 'refusal', error: { status: 409, details: { mug: '1', orderId: order?.id } } });
  });

  it('returns the new order for a double click without a key', async () => {
    const shopper = await shopperIn({ mug: 5 });
    await saveCart(shopper, [{ id: 'mug', qty: 1 }]);

    const [first, second] = await Promise.all([place(shopper), place(shopper)]);

    expect([first, second].map((one) => String(one.kind === 'answer' && one.status)).sort()).toEqual(['200', '201']);
    expect(bodyOf(first).order.id).toBe(bodyOf(second).order.id);
  });

  it('throws CartEmpty without a previous order, or ten minutes after that order', async () => {
    const shopper = await shopperIn({ mug: 5 });
    expect(await detailsOf(place(shopper))).toMatchObject({ status: 409, code: 'CartEmpty' });

    await saveCart(shopper, [{ id: 'mug', qty: 1 }]);
    const { order } = bodyOf(await place(shopper));
    shopper.clock.advance(10 * MINUTE_MS - 1);
    expect(bodyOf(await place(shopper)).order.id).toBe(order.id);

    shopper.clock.advance(1);
    expect(await detailsOf(place(shopper))).toMatchObject({ code: 'CartEmpty' });
  });
});

describe('checkOut rejects', () => {
  it('a total other than the expected one, and writes nothing', async () => {
    const shopper = await shopperIn({ mug: 5 });
    await saveCart(shopper, [{ id: 'mug', qty: 2 }]);

    const refused = await detailsOf(place(shopper, { expectedTotal: 19_999 }, 'key-1'));

    expect(refused).toMatchObject({ status: 409, code: 'PriceChanged', total: '20000' });
    expect(await ordersOf(shopper)).toEqual([]);
    expect((await cartOf(shopper)).items).toHaveLength(1);
    bodyOf(await place(shopper, { expectedTotal: 20_000 }, 'key-2'));
  });

  it('a vendor’s own product', async () => {
    const shopper = await shopperIn({});
    await addVendor(shopper, 'vnd_own', { ownerId: shopper.user.id });
    await addProduct(shopper, 'own', 5, { vendorId: 'vnd_own' });

    expect(await detailsOf(place(shopper, { items: [{ id: 'own', qty: 1 }] }))).toMatchObject({
      status: 403,
      code: 'OwnProduct',
    });
  });

  it('unknown products, lines of quantity 0, and currencies that are not configured', async () => {
    const shopper = await shopperIn({ mug: 5 });
    const items = [{ id: 'mug', qty: 1 }];

    expect(await detailsOf(place(shopper, { items: [...items, { id: 'ghost', qty: 1 }] }))).toMatchObject({
      status: 400,
      'items.1.id': 'is not an available product',
    });
    expect(await detailsOf(place(shopper, { items: [{ id: 'mug', qty: 0 }] }))).toMatchObject({ status: 400 });
    expect(await detailsOf(place(shopper, { items, currency: 'GBP' }))).toMatchObject({ status: 400 });
  });

  it('an unlisted product as out of stock', async () => {
    const shopper = await shopperIn({ mug: 5 });
    await addProduct(shopper, 'gone', 9, { status: 'archived' });

    expect(await detailsOf(place(shopper, { items: [{ id: 'gone', qty: 1 }] }))).toMatchObject({
      code: 'InsufficientStock',
      gone: '0',
    });
  });
});

describe('checkOut and referrals', () => {
  it('stores the referrer of a valid code, and ignores any other', async () => {
    const shopper = await shopperIn({ mug: 50 });
    const { data } = shopper;
    const [{ user: friend }, { user: restricted }] = [await asUser(shopper), await asUser(shopper)];
    await data.update(Users, restricted.id, { status: 'restricted' });
    await addReferralCode(shopper, 'FRIEND', { userId: friend.id });
    await addReferralCode(shopper, 'OLD', { userId: friend.id, isDisabled: true });
    await addReferralCode(shopper, 'MINE', { userId: shopper.user.id });
    await addReferralCode(shopper, 'HELD', { userId: restricted.id });
    await addReferralCode(shopper, 'GONE', { userId: 'usr_gone' });

    const referralOf = async (code: string) => {
      const { order } = bodyOf(await place(shopper, { items: [{ id: 'mug', qty: 1 }] }, undefined, code));
      return (await data.need(Orders, order.id)).data.referral;
    };

    expect(await referralOf('FRIEND')).toEqual({ code: 'FRIEND', referrerId: friend.id });
    for (const code of ['OLD', 'MINE', 'HELD', 'GONE', 'NOBODY', 'not an id'])
      expect(await referralOf(code)).toBeNull();
  });
});
