import { describe, expect, it } from 'vitest';
import { POST as hold } from '#app/api/store/cart/hold/route.ts';
import { POST as saveCart } from '#app/api/store/cart/route.ts';
import { POST as checkout } from '#app/api/store/checkout/route.ts';
import { GET as readOrder } from '#app/api/store/orders/[id]/route.ts';
import { GET, POST } from '#app/api/store/orders/route.ts';
import { MINUTE_MS } from '#lib/core/time.ts';
import { Orders } from '#lib/store/collections.ts';
import { openShop, type Shopper, shoppersIn, stockOf } from '#tests/support/api-shop.ts';
import { call, cookieFor } from '#tests/support/call.ts';
import { asUser } from '#tests/support/context.ts';
import { addReferralCode } from '#tests/support/referrals.ts';
import { addProduct, addVendor } from '#tests/support/shop.ts';

const mugs = (qty: number) => ({ items: [{ id: 'mug', qty }] });
const keyed = (key: string) => ({ 'idempotency-key': key });
const order = async (as: Shopper, body: unknown = mugs(1), headers: Record<string, string> = {}) =>
  call(POST, { as, body, headers });

describe('POST /api/store/orders', () => {
  it('places an order from the cart and responds with 201 and the payment methods', async () => {
    const world = await openShop({ mug: 5 });
    const shopper = await asUser(world, { name: 'Olha', email: 'olha@plaza.test' });
    await call(saveCart, { as: shopper, body: mugs(2) });
    await call(hold, { as: shopper, method: 'POST' });

    const reply = await call(POST, { as: shopper, method: 'POST' });

    expect(reply.status).toBe(201);
    expect(reply.headers.get('idempotent-replayed')).toBeNull();
    expect(reply.body.rails).toContainEqual({ processor: 'credit', available: false, code: 'InsufficientCredit' });
    expect(reply.body.order).toEqual({
      id: expect.stringMatching(/^ord_/),
      number: expect.stringMatching(/^P[0-9A-HJKMNP-TV-Z]{9}$/),
      status: 'new',
      payState: 'unpaid',
      currency: 'UAH',
      subtotalMinor: 20_000,
      totalMinor: 20_000,
      lines: [
        {
          id: '1',
          productId: 'mug',
          title: 'The mug',
          options: [],
          image: null,
          vendor: { id: 'vnd_test', name: 'Vendor vnd_test' },
          qty: 2,
          unitPriceMinor: 10_000,
          totalMinor: 20_000,
          fulfilment: 'physical',
        },
      ],
      charges: [],
      contact: { name: 'Olha', email: 'olha@plaza.test', phone: '' },
      delivery: { method: 'arrange', country: '', city: '', address: '', postalCode: '', comment: '' },
      parts: [
        {
          ...{ vendorId: 'vnd_test', vendorName: 'Vendor vnd_test', state: 'pending', amountMinor: 20_000 },
          ...{ carrier: null, trackingNumber: null, trackingUrl: null, shippedAt: null, deliveredAt: null },
          ...{ refusedAt: null, refusal: null, delivery: null, cancelRequest: null, refund: null },
        },
      ],
      refundedMinor: 0,
      holdExpiresAt: '2026-03-02T10:30:00.000Z',
      cancelReason: null,
      note: '',
      createdAt: '2026-03-02T10:00:00.000Z',
      updatedAt: '2026-03-02T10:00:00.000Z',
      paidAt: null,
      timeline: [{ at: '2026-03-02T10:00:00.000Z', kind: 'created', from: null, to: 'new', text: 'Order placed' }],
    });
    expect(await stockOf(world, 'mug')).toEqual({ onHand: 5, held: 2 });
  });

  it('takes contact, delivery, currency, language and note from the body', async () => {
    const shopper = await asUser(await openShop({ mug: 5 }));

    const { status, body } = await order(shopper, {
      ...mugs(1),
      currency: 'EUR',
      contact: { phone: '+380441234567' },
      delivery: { method: 'courier', city: 'Київ', address: 'Хрещатик 1' },
      locale: 'UK',
      note: 'Дзвоніть після шостої',
    });

    expect(status).toBe(201);
    expect(body.order).toMatchObject({
      currency: 'EUR',
      totalMinor: 210,
      contact: { name: 'Test Person', phone: '+380441234567' },
      delivery: { method: 'courier', city: 'Київ', address: 'Хрещатик 1', country: '' },
      note: 'Дзвоніть після шостої',
    });
    const { data } = await shopper.data.need(Orders, body.order.id);
    expect(data).toMatchObject({ locale: 'uk', fx: { base: 'UAH', quote: 'EUR', rate: '48.20' } });
  });

  it('names the invalid field', async () => {
    const shopper = await asUser(await openShop({ mug: 5 }));
    const wrong = async (body: unknown) => {
      const reply = await order(shopper, body);
      return [reply.status, ...Object.keys(reply.body.details ?? {})];
    };

    expect(await wrong({ items: [] })).toEqual([400, 'items']);
    expect(await wrong({ items: [{ id: 'mug', qty: 0 }] })).toEqual([400, 'items']);
    expect(await wrong({ items: [{ id: 'ghost', qty: 1 }] })).toEqual([400, 'items.0.id']);
    expect(await wrong({ ...mugs(1), currency: 'GBP' })).toEqual([400, 'currency']);
    expect(await wrong({ ...mugs(1), locale: 'DE' })).toEqual([400, 'locale']);
    expect(await wrong({ ...mugs(1), note: 'x'.repeat(501) })).toEqual([400, 'note']);
    expect(await wrong({ ...mugs(1), contact: { email: 'not an address' } })).toEqual([400, 'contact.email']);
    expect(await wrong({ ...mugs(1), expectedTotal: -1 })).toEqual([400, 'expectedTotal']);
  });

  it('rejects an idempotency key that is not 1 to 255 visible ASCII characters', async () => {
    const shopper = await asUser(await openShop({ mug: 5 }));

    for (const key of ['', 'with space', 'é', 'x'.repeat(256)])
      expect((await order(shopper, mugs(1), keyed(key))).status).toBe(400);
    expect((await order(shopper, mugs(1), keyed('x'.repeat(255)))).status).toBe(201);
  });

  it('repeats the first response for the same key on both paths, and marks it as replayed', async () => {
    const world = await openShop({ mug: 5 });
    const shopper = await asUser(world);
    const first = await order(shopper, mugs(1), keyed('k-1'));

    const again = await order(shopper, mugs(1), keyed('k-1'));
    const other = await call(checkout, { as: shopper, body: mugs(1), headers: keyed('k-1') });

    for (const reply of [again, other]) {
      expect([reply.status, reply.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
      expect(reply.text).toBe(first.text);
    }
    expect(await stockOf(world, 'mug')).toEqual({ onHand: 5, held: 1 });
  });

  it('places one order for ten concurrent submits, with one key or with none', async () => {
    for (const headers of [keyed('k-1'), {}]) {
      const world = await openShop({ mug: 50 });
      const shopper = await asUser(world);
      await call(saveCart, { as: shopper, body: mugs(2) });

      const replies = await Promise.all(
        Array.from({ length: 10 }, () => call(POST, { as: shopper, method: 'POST', headers })),
      );

      expect(new Set(replies.map(({ body }) => body.order.id)).size).toBe(1);
      expect(replies.filter(({ status, headers: h }) => status === 201 && !h.has('idempotent-replayed'))).toHaveLength(
        1,
      );
      expect(await stockOf(world, 'mug')).toEqual({ onHand: 50, held: 2 });
    }
  });

  it('responds with 409 to another body under a used key', async () => {
    const shopper = await asUser(await openShop({ mug: 5 }));
    await order(shopper, mugs(1), keyed('k-1'));

    const reply = await order(shopper, mugs(2), keyed('k-1'));

    expect([reply.status, reply.body.details?.code]).toEqual([409, 'IdempotencyMismatch']);
  });

  it('responds with 409 and the actual total when the expected one differs', async () => {
    const shopper = await asUser(await openShop({ mug: 5 }));

    const reply = await order(shopper, { ...mugs(2), expectedTotal: 1 });

    expect([reply.status, reply.body.details]).toEqual([
      409,
      { code: 'PriceChanged', total: '20000', currency: 'UAH' },
    ]);
    expect((await call(GET, { as: shopper })).body.orders).toEqual([]);
  });

  it('stores an order without enough stock as canceled, and repeats the same refusal', async () => {
    const world = await openShop({ mug: 2 });
    const shopper = await asUser(world);

    const refused = await order(shopper, mugs(3), keyed('k-1'));
    const again = await order(shopper, mugs(3), keyed('k-1'));

    const { orders } = (await call(GET, { as: shopper })).body;
    expect(orders).toMatchObject([{ status: 'canceled', cancelReason: 'insufficient_stock' }]);
    expect([refused.status, refused.body.details]).toEqual([
      409,
      { code: 'InsufficientStock', mug: '2', orderId: orders[0]?.id },
    ]);
    expect([again.status, again.text, again.headers.get('idempotent-replayed')]).toEqual([409, refused.text, 'true']);
    expect(await stockOf(world, 'mug')).toEqual({ onHand: 2, held: 0 });
  });

  it('reports zero available for a product without a price', async () => {
    const world = await openShop({ mug: 2 });
    await addProduct(world, 'relic', 5, { currency: 'GBP' });
    const shopper = await asUser(world);

    const reply = await order(shopper, { items: [...mugs(1).items, { id: 'relic', qty: 1 }] });

    expect([reply.status, reply.body.details]).toEqual([
      409,
      { code: 'InsufficientStock', relic: '0', orderId: expect.stringMatching(/^ord_/) },
    ]);
    expect(await stockOf(world, 'relic')).toEqual({ onHand: 5, held: 0 });
  });

  it('responds with 409 CartEmpty to an empty cart', async () => {
    const shopper = await asUser(await openShop({ mug: 2 }));

    const reply = await call(POST, { as: shopper, body: {} });

    expect([reply.status, reply.body.details]).toEqual([409, { code: 'CartEmpty' }]);
  });

  it('responds with 403 to a seller who orders their own product', async () => {
    const world = await openShop({});
    const owner = await asUser(world);
    await addVendor(world, 'vnd_own', { ownerId: owner.user.id });
    await addProduct(world, 'own', 5, { vendorId: 'vnd_own' });

    const reply = await order(owner, { items: [{ id: 'own', qty: 1 }] });

    expect([reply.status, reply.body.details]).toEqual([403, { code: 'OwnProduct' }]);
  });

  it('stores the referrer from the referral cookie', async () => {
    const world = await openShop({ mug: 5 });
    const shopper = await asUser(world);
    const { user: friend } = await asUser(world);
    await addReferralCode(world, 'FRIEND', { userId: friend.id });
    const cookie = `${await cookieFor(shopper)}; platform_ref=FRIEND`;

    const { body } = await call(POST, { body: mugs(1), headers: { cookie } });

    const { data } = await world.data.need(Orders, body.order.id);
    expect(data.referral).toEqual({ code: 'FRIEND', referrerId: friend.id });
  });

  it('sells the last unit to exactly one of twenty buyers', async () => {
    const world = await openShop({ mug: 1 });
    const buyers = await shoppersIn(world, 20);

    const replies = await Promise.all(buyers.map((buyer) => order(buyer)));

    expect(replies.map(({ status }) => String(status)).sort()).toEqual(['201', ...Array(19).fill('409')]);
    expect(await stockOf(world, 'mug')).toEqual({ onHand: 1, held: 1 });
  });

  it('allows sixty calls a minute and responds to the next with 429 and the wait', async () => {
    const shopper = await asUser(await openShop({}));
    for (let n = 0; n < 60; n++) await call(POST, { as: shopper, body: {} });

    const reply = await call(checkout, { as: shopper, body: {} });

    expect([reply.status, Number(reply.headers.get('retry-after'))]).toEqual([429, reply.body.retryAfter]);
  });

  it('requires a session before anything else', async () => {
    await openShop({});

    for (const route of [POST, checkout]) expect((await call(route, { body: { items: 'x' } })).status).toBe(401);
    expect((await call(GET)).status).toBe(401);
    expect((await call(readOrder, { params: { id: 'ord_x' } })).status).toBe(401);
  });
});

describe('GET /api/store/orders', () => {
  it('lists the caller’s orders newest first, in pages, from an order id', async () => {
    const world = await openShop({ mug: 50 });
    const [shopper, other] = [await asUser(world), await asUser(world)];
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) {
      ids.unshift((await order(shopper)).body.order.id);
      world.clock.advance(1000);
    }
    await order(other);

    const first = (await call(GET, { as: shopper, query: { limit: 2 } })).body;
    const second = (await call(GET, { as: shopper, query: { limit: 2, afterId: first.nextAfterId ?? '' } })).body;
    const third = (await call(GET, { as: shopper, query: { limit: 2, afterId: ids[3] ?? '' } })).body;

    expect([first, second, third].map(({ orders }) => orders.map(({ id }) => id))).toEqual([
      ids.slice(0, 2),
      ids.slice(2, 4),
      ids.slice(4),
    ]);
    expect(third.nextAfterId).toBeNull();
    expect(first.orders[0]).not.toHaveProperty('timeline');
  });

  it('filters by status and clamps the limit', async () => {
    const shopper = await asUser(await openShop({ mug: 1 }));
    await order(shopper);
    await order(shopper);

    const reply = await call(GET, { as: shopper, query: { status: 'canceled', limit: 1000 } });

    expect(reply.body.orders.map(({ status }) => status)).toEqual(['canceled']);
  });

  it('rejects invalid queries, and another buyer’s order as the start of a page', async () => {
    const world = await openShop({ mug: 5 });
    const [shopper, other] = [await asUser(world), await asUser(world)];
    const foreign = (await order(other)).body.order.id;

    for (const query of [
      { limit: 0 },
      { limit: 'x' },
      { status: 'gone' },
      { afterId: foreign },
      { afterId: 'ord_none' },
      { afterId: 'bad' },
    ]) {
      const { status, body } = await call(GET, { as: shopper, query });
      expect([status, Object.keys(body.details ?? {})]).toEqual([400, expect.arrayContaining(Object.keys(query))]);
    }
  });
});

describe('GET /api/store/orders/{id}', () => {
  it('returns the owner’s order with its timeline in the owner’s language', async () => {
    const shopper = await asUser(await openShop({ mug: 5 }), { locale: 'uk' });
    const { id } = (await order(shopper)).body.order;

    const reply = await call(readOrder, { as: shopper, params: { id } });

    expect([reply.status, reply.body.order.timeline?.map(({ text }) => text)]).toEqual([200, ['Замовлення оформлено']]);
  });

  it('responds with an identical 404 for another buyer’s order, to an admin too, and for a missing one', async () => {
    const world = await openShop({ mug: 5 });
    const { id } = (await order(await asUser(world))).body.order;
    const missing = 'ord_00000000000000000000';
    const stranger = await asUser(world);

    const replies = [
      await call(readOrder, { as: stranger, params: { id } }),
      await call(readOrder, { as: await asUser(world, { role: 'superadmin' }), params: { id } }),
      await call(readOrder, { as: stranger, params: { id: missing } }),
    ];

    expect(replies.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(new Set(replies.map(({ text }) => text.replace(id, '').replace(missing, ''))).size).toBe(1);
  });

  it('rejects an invalid id', async () => {
    const shopper = await asUser(await openShop({}));

    expect((await call(readOrder, { as: shopper, params: { id: 'a/b' } })).status).toBe(400);
  });
});

describe('the hold behind an order', () => {
  it('lasts forty minutes, whatever other carts hold', async () => {
    const world = await openShop({ mug: 1 });
    const [buyer, rival] = [await asUser(world), await asUser(world)];
    await order(buyer);
    world.clock.advance(39 * MINUTE_MS);

    const reply = await order(rival);

    expect([reply.status, reply.body.details?.mug]).toEqual([409, '0']);
  });
});
