import { beforeEach, describe, expect, it } from 'vitest';
import { POST as received } from '#app/api/account/orders/[id]/received/route.ts';
import { GET as readOrder } from '#app/api/vendor/orders/[id]/route.ts';
import { POST as ship } from '#app/api/vendor/orders/[id]/ship/route.ts';
import { POST as start } from '#app/api/vendor/orders/[id]/start/route.ts';
import { GET as listOrders } from '#app/api/vendor/orders/route.ts';
import { AuditLog } from '#lib/audit/collections.ts';
import type { UserContext } from '#lib/context/context.ts';
import { MINUTE_MS } from '#lib/core/time.ts';
import { Notifications } from '#lib/notifications/collections.ts';
import { setVendorStatus } from '#lib/store/vendors/vendors.ts';
import { call } from '#tests/support/call.ts';
import { asUser, type TestContext } from '#tests/support/context.ts';
import { placeOrder } from '#tests/support/paying.ts';
import { buyOfBoth, orderOf, RIVAL_ID, type SharedShop, sharedShop } from '#tests/support/shared-order.ts';
import { TEST_VENDOR_ID } from '#tests/support/shop.ts';
import { everyRow } from '#tests/support/world.ts';

type Person = TestContext & UserContext;
let shop: SharedShop;
let id: string;

beforeEach(async () => {
  shop = await sharedShop();
  id = await buyOfBoth(shop.buyer);
});

type Query = Readonly<Record<string, string>>;
const list = (as: Person | null, query: Query = {}) => call(listOrders, { ...(as && { as }), query });
const read = (as: Person | null, orderId = id, query: Query = {}) =>
  call(readOrder, { ...(as && { as }), params: { id: orderId }, query });
const post = (route: typeof start, as: Person | null, body: object = {}, query: Query = {}) =>
  call(route, { ...(as && { as }), params: { id }, body, query });
const codeOf = ({ status, body }: { status: number; body: { details?: { code?: string } | undefined } }) => [
  status,
  body.details?.code,
];

describe('GET /api/vendor/orders/{id}', () => {
  it('S35 shows a seller their own part, lines and settlement, and nothing of the others', async () => {
    const { status, body } = await read(shop.potter);

    expect(status).toBe(200);
    expect(body.order).toMatchObject({
      id,
      status: 'paid',
      payState: 'paid',
      part: { vendorId: TEST_VENDOR_ID, state: 'pending', amountMinor: 20_000, refund: null },
      settlement: { grossMinor: 20_000, commissionMinor: 2_000, netMinor: 18_000, state: 'accrued', releaseAt: null },
      buyer: { email: shop.buyer.user.email },
      delivery: { method: 'arrange' },
    });
    expect(body.order.lines).toMatchObject([{ productId: 'mug', qty: 2, options: [], downloads: 0 }]);
    expect(JSON.stringify(body)).not.toContain(RIVAL_ID);
    expect(body.order.timeline?.map(({ kind }) => kind)).toEqual(['paid']);
  });

  it('hides buyer, delivery and note once the part is delivered, and keeps them for the other seller', async () => {
    await post(ship, shop.potter);
    await call(received, { as: shop.buyer, params: { id }, body: { vendorId: TEST_VENDOR_ID } });

    const [own, rivals] = [await read(shop.potter), await read(shop.rival)];

    expect(own.body.order).toMatchObject({ buyer: null, delivery: null, note: null, part: { state: 'delivered' } });
    expect(rivals.body.order).toMatchObject({ buyer: { email: shop.buyer.user.email }, part: { state: 'pending' } });
  });

  it('responds with 404 for an unpaid order, an order without the seller and a missing one', async () => {
    const { id: unpaid } = await placeOrder(shop.buyer, { mug: 1 });
    const vases = await buyOfBoth(shop.buyer, { vase: 1 });

    for (const orderId of [unpaid, vases, 'ord_missing']) expect((await read(shop.potter, orderId)).status).toBe(404);
  });

  it('responds with 401 without a session, and with 403 to people who do not sell', async () => {
    const applied = await asUser(shop.buyer, { vendorId: TEST_VENDOR_ID });
    await setVendorStatus(shop.buyer, TEST_VENDOR_ID, 'applied');

    expect((await read(null)).status).toBe(401);
    expect(codeOf(await read(shop.buyer))).toEqual([403, 'VendorNotApproved']);
    expect(codeOf(await read(applied))).toEqual([403, 'VendorNotApproved']);
  });

  it('shows an administrator the part that they name, and no part of a stranger to a seller', async () => {
    expect((await read(shop.admin, id, { vendorId: RIVAL_ID })).body.order.part.vendorId).toBe(RIVAL_ID);
    expect((await read(shop.admin)).status).toBe(404);
    expect((await read(shop.potter, id, { vendorId: RIVAL_ID })).status).toBe(404);
  });
});

describe('GET /api/vendor/orders', () => {
  it('lists paid orders, the newest payment first, page by page and by state', async () => {
    shop.buyer.clock.advance(MINUTE_MS);
    const later = await buyOfBoth(shop.buyer, { mug: 1 });
    await placeOrder(shop.buyer, { mug: 1 });
    await post(start, shop.potter);

    const all = await list(shop.potter);
    const first = await list(shop.potter, { limit: '1' });
    const second = await list(shop.potter, { limit: '1', cursor: first.body.nextCursor ?? '' });
    const toShip = await list(shop.potter, { state: 'pending,processing' });

    expect(all.body.orders.map((order) => order.id)).toEqual([later, id]);
    expect(all.body.orders[0]?.timeline).toBeUndefined();
    expect([first, second].map(({ body }) => body.orders.map((order) => order.id))).toEqual([[later], [id]]);
    expect(toShip.body.orders).toHaveLength(2);
    expect((await list(shop.potter, { state: 'processing' })).body.orders.map((order) => order.id)).toEqual([id]);
    expect((await list(shop.rival)).body.orders.map((order) => order.id)).toEqual([id]);
  });

  it('finds an order by its number, and only an own one', async () => {
    const { number } = await orderOf(shop.buyer, id);
    const mugs = await buyOfBoth(shop.buyer, { mug: 1 });

    expect((await list(shop.potter, { search: number.toLowerCase() })).body.orders).toMatchObject([{ id }]);
    expect((await list(shop.potter, { search: number, state: 'shipped' })).body.orders).toEqual([]);
    expect((await list(shop.rival, { search: (await orderOf(shop.buyer, mugs)).number })).body.orders).toEqual([]);
    expect((await list(shop.potter, { search: 'nothing' })).body.orders).toEqual([]);
  });

  it('responds with 400 to an unknown state and cursor, and with 403 to a stranger', async () => {
    expect((await list(shop.potter, { state: 'lost' })).status).toBe(400);
    expect((await list(shop.potter, { cursor: '!' })).status).toBe(400);
    expect((await list(shop.buyer)).status).toBe(403);
    expect((await list(null)).status).toBe(401);
  });
});

describe('POST /api/vendor/orders/{id}/start', () => {
  it('begins the part once, moves the order to processing and records it', async () => {
    const [first, second] = [await post(start, shop.potter), await post(start, shop.potter)];

    expect(first.body.order).toMatchObject({ status: 'processing', part: { state: 'processing' } });
    expect([second.status, second.text]).toEqual([200, first.text]);
    expect((await orderOf(shop.buyer, id)).parts.map(({ state }) => state)).toEqual(['processing', 'pending']);
    const acts = (await everyRow(shop.buyer.data, AuditLog)).filter(({ data }) => data.action === 'part.started');
    expect(acts.map(({ data }) => [data.actorId, data.targetId])).toEqual([[shop.potter.user.id, id]]);
  });

  it('responds with 409 and the state to a part that was shipped', async () => {
    await post(ship, shop.potter);

    const reply = await post(start, shop.potter);

    expect([reply.status, reply.body.details]).toMatchObject([409, { code: 'InvalidTransition', state: 'shipped' }]);
  });

  it('is still open to a suspended seller, because open orders go on', async () => {
    await setVendorStatus(shop.buyer, TEST_VENDOR_ID, 'suspended');

    expect((await post(start, shop.potter)).status).toBe(200);
  });

  it('responds with 400 to unknown fields', async () => {
    expect((await post(start, shop.potter, { state: 'shipped' })).status).toBe(400);
  });
});

describe('POST /api/vendor/orders/{id}/ship', () => {
  const parcel = { carrier: 'Post', trackingNumber: '20450', trackingUrl: 'https://post.test/20450' };

  it('ships one part at its own pace: the order is shipped with the last one', async () => {
    const first = await post(ship, shop.potter, parcel);
    const second = await post(ship, shop.rival);

    expect(first.body.order).toMatchObject({ status: 'processing', part: { ...parcel, state: 'shipped' } });
    expect(second.body.order.status).toBe('shipped');
  });

  it('corrects the tracking on a later call and sends no second mail', async () => {
    await post(ship, shop.potter, parcel);
    const again = await post(ship, shop.potter, { trackingNumber: '20451' });
    const same = await post(ship, shop.potter, { trackingNumber: '20451' });
    await shop.buyer.drain();

    expect(again.body.order.part).toMatchObject({ ...parcel, trackingNumber: '20451' });
    expect(same.text).toBe(again.text);
    const told = (await everyRow(shop.buyer.data, Notifications)).filter(
      ({ data }) => data.userId === shop.buyer.user.id,
    );
    expect(told.filter(({ data }) => data.source.startsWith('order.part_shipped'))).toHaveLength(1);
  });

  it.each([
    [{ trackingUrl: 'javascript:alert(1)' }],
    [{ trackingUrl: 'ftp://post.test' }],
    [{ carrier: 'x'.repeat(61) }],
    [{ trackingNumber: 'x'.repeat(81) }],
  ])('responds with 400 to %j', async (body) => {
    expect((await post(ship, shop.potter, body)).status).toBe(400);
  });

  it('demands a reason of an administrator, records it and tells the owner', async () => {
    const asked = { vendorId: RIVAL_ID };

    expect((await post(ship, shop.admin, parcel, asked)).status).toBe(400);
    const reply = await post(ship, shop.admin, { ...parcel, reason: 'The seller is ill' }, asked);
    await shop.buyer.drain();

    expect(reply.body.order.part).toMatchObject({ vendorId: RIVAL_ID, state: 'shipped' });
    const acts = (await everyRow(shop.buyer.data, AuditLog)).filter(({ data }) => data.action === 'part.shipped');
    expect(acts.map(({ data }) => [data.reason, data.after])).toEqual([['The seller is ill', { vendorId: RIVAL_ID }]]);
  });

  it('ships once when a seller presses several times at once', async () => {
    const replies = await Promise.all([1, 2, 3, 4].map(() => post(ship, shop.potter, parcel)));

    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await read(shop.potter)).body.order.timeline?.map(({ kind }) => kind)).toEqual(['paid', 'part_shipped']);
  });
});

describe('POST /api/account/orders/{id}/received, by part', () => {
  const receive = (as: Person, vendorId: string) => call(received, { as, params: { id }, body: { vendorId } });

  it('delivers one part, repeats the same response, and completes the order with the last part', async () => {
    await post(ship, shop.potter);
    await post(ship, shop.rival);

    const [first, second] = [await receive(shop.buyer, RIVAL_ID), await receive(shop.buyer, RIVAL_ID)];
    const last = await receive(shop.buyer, TEST_VENDOR_ID);

    expect(first.body.order.status).toBe('shipped');
    expect(second.text).toBe(first.text);
    expect(last.body.order.status).toBe('completed');
    expect(last.body.order.parts.map(({ state }) => state)).toEqual(['delivered', 'delivered']);
  });

  it('responds with 409 to a part on its way to nobody, and with 404 to another part or person', async () => {
    expect(codeOf(await receive(shop.buyer, TEST_VENDOR_ID))).toEqual([409, 'InvalidTransition']);
    expect((await receive(shop.buyer, 'vnd_other')).status).toBe(404);
    expect((await receive(shop.potter, TEST_VENDOR_ID)).status).toBe(404);
  });
});
