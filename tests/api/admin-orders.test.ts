import { describe, expect, it } from 'vitest';
import { GET as read } from '#app/api/admin/orders/[id]/route.ts';
import { POST as setStatus } from '#app/api/admin/orders/[id]/status/route.ts';
import { POST as createOrder } from '#app/api/store/orders/route.ts';
import { AuditLog } from '#lib/audit/collections.ts';
import type { Role } from '#lib/context/values.ts';
import { from } from '#lib/data/query.ts';
import { Orders } from '#lib/store/collections.ts';
import { openShop, stockOf } from '#tests/support/api-shop.ts';
import { call } from '#tests/support/call.ts';
import { asUser } from '#tests/support/context.ts';

async function newOrder() {
  const world = await openShop({ mug: 5 });
  const [buyer, admin] = [await asUser(world), await asUser(world, { role: 'admin' })];
  const { body } = await call(createOrder, { as: buyer, body: { items: [{ id: 'mug', qty: 2 }] } });
  return { world, buyer, admin, id: body.order.id };
}

describe('GET /api/admin/orders/{id}', () => {
  it('returns what the buyer sees with its buyer, settlements by name, and payments', async () => {
    const { world, buyer, admin, id } = await newOrder();
    await call(setStatus, { as: admin, params: { id }, body: { status: 'paid' } });
    const stored = (await world.data.need(Orders, id)).data;

    const { status, body } = await call(read, { as: admin, params: { id } });

    expect(status).toBe(200);
    expect(body.order).toMatchObject({ id, userId: buyer.user.id, status: 'paid', forced: false, fx: null });
    expect(body.order.vendorSettlements).toEqual(
      stored.vendorSettlements.map((settlement) => ({ ...settlement, vendorName: expect.stringMatching(/./) })),
    );
    expect(body.order.vendorSettlements).not.toEqual([]);
    expect(body.order.payments.map(({ status: state }) => state)).toEqual(['paid']);
    expect(body.order.timeline?.length).toBeGreaterThan(0);
  });

  it('responds with 401, 403 and 404, and an order without payments has none', async () => {
    const { buyer, admin, id } = await newOrder();

    const statuses = [
      await call(read, { params: { id } }),
      await call(read, { as: buyer, params: { id } }),
      await call(read, { as: buyer, params: { id: 'ord_missing' } }),
      await call(read, { as: admin, params: { id: 'ord_missing' } }),
    ].map(({ status }) => status);

    expect(statuses).toEqual([401, 403, 403, 404]);
    expect((await call(read, { as: admin, params: { id } })).body.order).toMatchObject({
      payments: [],
      vendorSettlements: [],
    });
  });
});

describe('POST /api/admin/orders/{id}/status', () => {
  it('moves an order through its statuses in exactly the documented shape', async () => {
    const { admin, id } = await newOrder();
    let previousStatus = 'new';

    for (const status of ['paid', 'processing', 'shipped', 'completed']) {
      const reply = await call(setStatus, { as: admin, params: { id }, body: { status } });
      expect([reply.status, reply.body]).toEqual([
        200,
        {
          success: true,
          order: { id, status, previousStatus, forced: false, updatedAt: '2026-03-02T10:00:00.000Z' },
        },
      ]);
      previousStatus = status;
    }
  });

  it('allows any status change, marks an irregular one as forced and writes audit entries', async () => {
    const { world, admin, id } = await newOrder();

    for (const [status, forced] of [
      ['completed', true],
      ['new', true],
      ['canceled', true],
      ['shipped', true],
    ] as const) {
      const reply = await call(setStatus, { as: admin, params: { id }, body: { status, reason: 'a test' } });
      expect([reply.status, reply.body.order?.status, reply.body.order?.forced]).toEqual([200, status, forced]);
    }
    const rows = (await world.data.find(from(AuditLog).limit(50))).rows.map(({ data }) => data);
    expect(rows.filter(({ targetId }) => targetId === id).map(({ action, reason }) => [action, reason])).toEqual(
      Array(5).fill(['order.status-changed', 'a test']),
    );
  });

  it('returns the order unchanged for its current status', async () => {
    const { admin, id } = await newOrder();

    const reply = await call(setStatus, { as: admin, params: { id }, body: { status: 'new' } });

    expect(reply.body.order).toMatchObject({ status: 'new', previousStatus: 'new', forced: false });
  });

  it('releases the stock of an unpaid order once when two admins cancel it concurrently', async () => {
    const { world, admin, id } = await newOrder();

    const replies = await Promise.all(
      Array.from({ length: 2 }, () => call(setStatus, { as: admin, params: { id }, body: { status: 'canceled' } })),
    );

    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect(await stockOf(world, 'mug')).toEqual({ onHand: 5, held: 0 });
  });

  it('rejects an unknown status, a wrong field type and an unknown order', async () => {
    const { admin, id } = await newOrder();

    for (const body of [{ status: 'lost' }, {}, { status: 'paid', reason: 7 }])
      expect((await call(setStatus, { as: admin, params: { id }, body })).status).toBe(400);
    const missing = await call(setStatus, { as: admin, params: { id: 'ord_none' }, body: { status: 'lost' } });
    expect(missing.status).toBe(404);
  });

  it('responds with 401 without a session and 403 below admin, even for a missing order', async () => {
    const { world, buyer, id } = await newOrder();
    const statusFor = async (as: typeof buyer | null, orderId: string) =>
      (await call(setStatus, { ...(as && { as }), params: { id: orderId }, body: { status: 'nonsense' } })).status;

    expect(await statusFor(null, id)).toBe(401);
    expect(await statusFor(buyer, id)).toBe(403);
    for (const role of ['visitor', 'member', 'confidential'] as const satisfies readonly Role[])
      expect(await statusFor(await asUser(world, { role }), 'ord_none')).toBe(403);
    expect((await stockOf(world, 'mug')).held).toBe(2);
  });
});
