import { describe, expect, it } from 'vitest';
import { POST as again } from '#app/api/account/orders/[id]/again/route.ts';
import { POST as cancel } from '#app/api/account/orders/[id]/cancel/route.ts';
import { POST as received } from '#app/api/account/orders/[id]/received/route.ts';
import { POST as setStatus } from '#app/api/admin/orders/[id]/status/route.ts';
import { GET as readCart, POST as saveCart } from '#app/api/store/cart/route.ts';
import { POST as createOrder } from '#app/api/store/orders/route.ts';
import { POST as pay } from '#app/api/store/payments/credit/route.ts';
import type { RouteHandler } from '#lib/api/define-route.ts';
import type { UserContext } from '#lib/context/context.ts';
import { grantCredit } from '#lib/payments/credit/credit.ts';
import { openShop, stockOf } from '#tests/support/api-shop.ts';
import { call } from '#tests/support/call.ts';
import { asUser, type TestContext } from '#tests/support/context.ts';

type Person = TestContext & UserContext;

async function orderIn(units: Readonly<Record<string, number>>, qty = 2) {
  const world = await openShop(units);
  const [buyer, admin] = [await asUser(world), await asUser(world, { role: 'admin' })];
  await grantCredit(world, buyer.user.id, 1_000_000, 'test');
  const { body } = await call(createOrder, { as: buyer, body: { items: [{ id: 'mug', qty }] } });
  return { world, buyer, admin, id: body.order.id };
}
const post = (route: typeof cancel, as: Person, id: string) => call(route, { as, params: { id }, method: 'POST' });
const move = (as: Person, id: string, status: string) => call(setStatus, { as, params: { id }, body: { status } });

describe('POST /api/account/orders/{id}/cancel', () => {
  it('cancels a new order and releases its stock, once for repeated calls', async () => {
    const { world, buyer, id } = await orderIn({ mug: 5 });

    const replies = await Promise.all([post(cancel, buyer, id), post(cancel, buyer, id)]);
    const later = await post(cancel, buyer, id);

    for (const reply of [...replies, later])
      expect([reply.status, reply.body.order.status, reply.body.order.cancelReason]).toEqual([
        200,
        'canceled',
        'buyer',
      ]);
    expect(later.body.order.timeline?.map(({ kind }) => kind)).toEqual(['created', 'canceled']);
    expect(await stockOf(world, 'mug')).toEqual({ onHand: 5, held: 0 });
  });

  it('responds with 409 once the order is paid', async () => {
    const { buyer, id } = await orderIn({ mug: 5 });
    await call(pay, { as: buyer, body: { orderId: id } });

    const reply = await post(cancel, buyer, id);

    expect([reply.status, reply.body.details?.code]).toEqual([409, 'InvalidTransition']);
  });

  it('has one outcome when the order is canceled and paid concurrently', async () => {
    const { world, buyer, id } = await orderIn({ mug: 5 });

    const [canceled, paid] = await Promise.all([
      post(cancel, buyer, id),
      call(pay, { as: buyer, body: { orderId: id } }),
    ]);

    expect([canceled, paid].map(({ status }) => String(status)).sort()).toEqual(['200', '409']);
    expect((await stockOf(world, 'mug')).held).toBe(paid.status === 200 ? 2 : 0);
  });
});

describe('POST /api/account/orders/{id}/received', () => {
  it('completes a shipped order, and repeats the same response', async () => {
    const { buyer, admin, id } = await orderIn({ mug: 5 });
    await move(admin, id, 'shipped');

    const [first, second] = [await post(received, buyer, id), await post(received, buyer, id)];

    expect([first.status, first.body.order.status]).toEqual([200, 'completed']);
    expect(second.text).toBe(first.text);
  });

  it('responds with 409 for an order that was not shipped', async () => {
    const { buyer, id } = await orderIn({ mug: 5 });

    const reply = await post(received, buyer, id);

    expect([reply.status, reply.body.details?.code]).toEqual([409, 'InvalidTransition']);
  });
});

describe('POST /api/account/orders/{id}/again', () => {
  it('adds the order’s lines to the cart, with the larger quantity of each product', async () => {
    const { buyer, id } = await orderIn({ mug: 9, lamp: 9 });
    await call(saveCart, { as: buyer, body: { items: [{ id: 'lamp', qty: 3 }] } });

    const reply = await call(again, { as: buyer, params: { id }, method: 'POST' });

    const items = [
      { id: 'lamp', qty: 3 },
      { id: 'mug', qty: 2 },
    ];
    expect([reply.status, reply.body.items, reply.body.clamped]).toEqual([200, items, []]);
    expect((await call(readCart, { as: buyer })).body.items).toEqual(items);
  });

  it('adds what is in stock and lists every reduced line', async () => {
    const { buyer, id } = await orderIn({ mug: 3 });

    const reply = await call(again, { as: buyer, params: { id }, method: 'POST' });

    expect(reply.body.items).toEqual([{ id: 'mug', qty: 1 }]);
    expect(reply.body.clamped).toEqual([{ id: 'mug', wanted: 2, got: 1 }]);
  });

  it('lists other cart lines too when their stock has shrunk', async () => {
    const { world, buyer, id } = await orderIn({ mug: 9, lamp: 3, vase: 1, bowl: 9 });
    const items = [
      { id: 'lamp', qty: 3 },
      { id: 'vase', qty: 1 },
      { id: 'bowl', qty: 1 },
    ];
    await call(saveCart, { as: buyer, body: { items } });
    const gone = [
      { id: 'lamp', qty: 2 },
      { id: 'vase', qty: 1 },
    ];
    await call(createOrder, { as: await asUser(world), body: { items: gone } });

    const reply = await call(again, { as: buyer, params: { id }, method: 'POST' });

    expect(reply.body.items).toEqual([
      { id: 'lamp', qty: 1 },
      { id: 'bowl', qty: 1 },
      { id: 'mug', qty: 2 },
    ]);
    expect(reply.body.clamped).toEqual([
      { id: 'lamp', wanted: 3, got: 1 },
      { id: 'vase', wanted: 1, got: 0 },
    ]);
  });
});

describe('the actions on own orders', () => {
  it('return 404 for another buyer’s order, as for a missing one, and 401 without a session', async () => {
    const { world, id } = await orderIn({ mug: 5 });
    const stranger = await asUser(world, { role: 'superadmin' });
    const missing = 'ord_00000000000000000000';

    const routes: readonly RouteHandler[] = [cancel, received, again];
    for (const route of routes) {
      const theirs = await call(route, { as: stranger, params: { id }, method: 'POST' });
      const none = await call(route, { as: stranger, params: { id: missing }, method: 'POST' });
      expect([theirs.status, none.status]).toEqual([404, 404]);
      expect(theirs.text.replace(id, '')).toBe(none.text.replace(missing, ''));
      expect((await call(route, { params: { id }, method: 'POST' })).status).toBe(401);
    }
    expect((await stockOf(world, 'mug')).held).toBe(2);
  });
});
