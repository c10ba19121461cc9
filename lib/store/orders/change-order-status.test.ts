import { describe, expect, it } from 'vitest';
import { AuditLog } from '#lib/audit/collections.ts';
import type { UserContext } from '#lib/context/context.ts';
import { DAY_MS, MINUTE_MS } from '#lib/core/time.ts';
import { waitingRows } from '#lib/data/outbox-lease.ts';
import { from } from '#lib/data/query.ts';
import { PaymentTransactions, Settlements } from '#lib/payments/collections.ts';
import { grantCredit } from '#lib/payments/credit/credit.ts';
import { payByCredit } from '#lib/payments/credit/start-credit.ts';
import { holdCart } from '#lib/store/cart/cart-holds.ts';
import { saveCart } from '#lib/store/cart/carts.ts';
import { checkOut } from '#lib/store/checkout/checkout.ts';
import { OrderEvents, Orders, StockLevels } from '#lib/store/collections.ts';
import { cancelOwnOrder } from '#lib/store/orders/cancel-own-order.ts';
import { eventsOf } from '#lib/store/queries.ts';
import { changeStock } from '#lib/store/stock/change-stock.ts';
import { compactSold, compactStock } from '#lib/store/stock/compaction.ts';
import type { Tunnel } from '#lib/tunnel/tunnel.ts';
import { asUser, type TestContext, testContext } from '#tests/support/context.ts';
import { addProduct, stockShop } from '#tests/support/shop.ts';
import { changeOrderStatus } from './change-order-status.ts';
import { expireOrders } from './expiry.ts';
import { completeOrders } from './order-completion.ts';

type World = TestContext & UserContext;

async function shop(units: Readonly<Record<string, number>>) {
  const world = await testContext({ vars: { PLAZA_DEMO: '1' } });
  await stockShop(world, units);
  const shopper = await asUser(world);
  const admin = await asUser(world, { role: 'admin' });
  await grantCredit(world, shopper.user.id, 1_000_000, 'test');
  return { shopper, admin };
}

async function orderOf(ctx: World, lines: Readonly<Record<string, number>>): Promise<string> {
  const items = Object.entries(lines).map(([id, qty]) => ({ id, qty }));
  const placed = await checkOut(ctx, { input: { items } });
  if (placed.kind !== 'answer') throw placed.error;
  return placed.body.order.id;
}

const read = async (ctx: UserContext, id: string) => (await ctx.data.need(Orders, id)).data;
const stockOf = async (ctx: UserContext, id = 'mug') => {
  const { onHand, held } = (await ctx.data.need(StockLevels, id)).data;
  return { onHand, held };
};
const historyOf = async (ctx: UserContext, id: string) =>
  (await ctx.data.find(eventsOf(id, 100))).rows.map(({ data }) => [data.kind, data.from, data.to]);

describe('a status change of an order', () => {
  it('is published to the buyer’s open pages, also without a notification', async () => {
    const { shopper, admin } = await shop({ mug: 1 });
    const id = await orderOf(shopper, { mug: 1 });
    await payByCredit(shopper, id);
    const told: unknown[] = [];
    const tunnel: Tunnel = { ...admin.tunnel, publish: async (events) => void told.push(...events) };

    await changeOrderStatus({ ...admin, tunnel }, id, { status: 'processing' });

    expect(told).toContainEqual(
      expect.objectContaining({ channel: 'notifications:unread', event: 'count', users: [shopper.user.id] }),
    );
  });
});

describe('a payment', () => {
  it('sells the units, creates the vendor settlement and writes no stock level', async () => {
    const { shopper } = await shop({ mug: 5 });
    const id = await orderOf(shopper, { mug: 2 });
    const before = await shopper.data.need(StockLevels, 'mug');

    await payByCredit(shopper, id);

    expect(await read(shopper, id)).toMatchObject({
      status: 'paid',
      payState: 'paid',
      stockState: 'sold',
      holdExpiresAt: null,
      vendorSettlements: [{ vendorId: 'vnd_test', grossMinor: 20_000, commissionMinor: 2_000, netMinor: 18_000 }],
    });
    expect((await shopper.data.need(StockLevels, 'mug')).version).toBe(before.version);
    expect((await historyOf(shopper, id)).map(([kind]) => kind)).toEqual(['created', 'paid', 'stock_sold', 'settled']);
  });

  it('completes a wholly digital order immediately', async () => {
    const { shopper } = await shop({});
    await addProduct(shopper, 'ebook', 100);
    const id = await orderOf(shopper, { ebook: 1 });
    const { lines } = await read(shopper, id);
    await shopper.data.update(Orders, id, {
      lines: lines.map((line) => ({ ...line, fulfilment: 'digital' as const })),
    });

    await payByCredit(shopper, id);

    expect((await read(shopper, id)).status).toBe('completed');
    expect((await historyOf(shopper, id)).at(-1)).toEqual(['status', 'paid', 'completed']);
  });

  it('has its sold units compacted once, which reduces onHand and held together', async () => {
    const { shopper } = await shop({ mug: 5 });
    await payByCredit(shopper, await orderOf(shopper, { mug: 2 }));
    expect(await stockOf(shopper)).toEqual({ onHand: 5, held: 2 });

    expect(await compactStock(shopper, 'mug')).toBe(1);
    expect(await compactStock(shopper, 'mug')).toBe(0);

    expect(await stockOf(shopper)).toEqual({ onHand: 3, held: 0 });
  });

  it('enqueues no compaction effect: compactSold finds the sold holds by state', async () => {
    const { shopper } = await shop({ mug: 5 });
    await payByCredit(shopper, await orderOf(shopper, { mug: 2 }));
    const promised = (await shopper.data.find(waitingRows(50))).rows.map(({ data }) => data.topic);
    expect(new Set(promised)).toEqual(new Set(['order.mail', 'payment.order-paid']));

    expect(await compactSold(shopper)).toBe(1);
    expect(await compactSold(shopper)).toBe(0);

    expect(await stockOf(shopper)).toEqual({ onHand: 3, held: 0 });
  });
});

describe('changeOrderStatus', () => {
  it('marks an order as paid with a manual ledger row, a settlement and an audit row', async () => {
    const { shopper, admin } = await shop({ mug: 5 });
    const id = await orderOf(shopper, { mug: 2 });

    const moved = await changeOrderStatus(admin, id, { status: 'paid', reason: 'cash' });

    expect(moved).toMatchObject({ id, status: 'paid', previousStatus: 'new', forced: false });
    expect(
      (await admin.data.find(from(PaymentTransactions).where('orderId', '==', id).orderBy('n').limit(9))).rows,
    ).toMatchObject([{ data: { processor: 'manual', status: 'paid' } }]);
    expect((await admin.data.find(from(Settlements).where('orderId', '==', id).limit(9))).rows).toHaveLength(1);
    expect((await admin.data.find(from(AuditLog).limit(9))).rows).toMatchObject([
      { data: { action: 'order.status-changed', targetId: id, actorId: admin.user.id, reason: 'cash' } },
    ]);
  });

  it('pays an unpaid order first when it is moved past paid, and marks the change as forced', async () => {
    const { shopper, admin } = await shop({ mug: 5 });
    const id = await orderOf(shopper, { mug: 2 });

    const moved = await changeOrderStatus(admin, id, { status: 'shipped' });

    expect(moved).toMatchObject({ status: 'shipped', previousStatus: 'new', forced: true });
    expect(await read(admin, id)).toMatchObject({
      payState: 'paid',
      stockState: 'sold',
      parts: [{ state: 'shipped' }],
    });
    expect((await historyOf(admin, id)).filter(([, , to]) => to !== null)).toEqual([
      ['created', null, 'new'],
      ['paid', 'new', 'paid'],
      ['status', 'paid', 'shipped'],
    ]);
  });

  it('changes nothing when the order already has the status', async () => {
    const { shopper, admin } = await shop({ mug: 5 });
    const id = await orderOf(shopper, { mug: 2 });

    expect(await changeOrderStatus(admin, id, { status: 'new' })).toMatchObject({
      status: 'new',
      previousStatus: 'new',
    });

    expect((await read(admin, id)).rev).toBe(1);
    expect((await admin.data.find(from(AuditLog).limit(9))).rows).toEqual([]);
  });

  it('returns sold units once when a paid order is canceled, before or after compaction, and blocks the settlement', async () => {
    for (const compacted of [false, true]) {
      const { shopper, admin } = await shop({ mug: 5 });
      const id = await orderOf(shopper, { mug: 2 });
      await payByCredit(shopper, id);
      if (compacted) await compactStock(admin, 'mug');

      await changeOrderStatus(admin, id, { status: 'canceled' });
      await changeOrderStatus(admin, id, { status: 'canceled' });

      expect(await stockOf(admin)).toEqual({ onHand: 5, held: 0 });
      expect(await read(admin, id)).toMatchObject({ stockState: 'returned', payState: 'paid', cancelReason: 'admin' });
      const settlements = await admin.data.find(from(Settlements).where('orderId', '==', id).limit(9));
      expect(settlements.rows).toMatchObject([{ data: { blocked: true, state: 'accrued' } }]);
    }
  });

  it('returns no units when a shipped order is canceled', async () => {
    const { shopper, admin } = await shop({ mug: 5 });
    const id = await orderOf(shopper, { mug: 2 });
    await changeOrderStatus(admin, id, { status: 'shipped' });

    expect(await changeOrderStatus(admin, id, { status: 'canceled' })).toMatchObject({ forced: true });

    expect(await read(admin, id)).toMatchObject({ stockState: 'sold', stockReturnedAt: null });
    expect(await stockOf(admin)).toEqual({ onHand: 5, held: 2 });
  });

  it('takes the units of a reopened order again, unpaid or paid', async () => {
    const { shopper, admin } = await shop({ mug: 5 });
    const unpaid = await orderOf(shopper, { mug: 2 });
    await cancelOwnOrder(shopper, unpaid);
    const paid = await orderOf(shopper, { mug: 1 });
    await changeOrderStatus(admin, paid, { status: 'paid' });
    await changeOrderStatus(admin, paid, { status: 'canceled' });

    await changeOrderStatus(admin, unpaid, { status: 'new' });
    await changeOrderStatus(admin, paid, { status: 'processing' });

    expect(await read(admin, unpaid)).toMatchObject({ stockState: 'bound', cancelReason: null, forced: true });
    expect(await read(admin, paid)).toMatchObject({ stockState: 'sold', payState: 'paid' });
    expect(await stockOf(admin)).toEqual({ onHand: 5, held: 3 });
    const settlements = await admin.data.find(from(Settlements).where('orderId', '==', paid).limit(9));
    expect(settlements.rows).toMatchObject([{ data: { blocked: false } }]);
  });

  it('reopens an order without enough stock, records the short products and changes no counter', async () => {
    const { shopper, admin } = await shop({ mug: 2 });
    const id = await orderOf(shopper, { mug: 2 });
    await cancelOwnOrder(shopper, id);
    await orderOf(shopper, { mug: 1 });

    const moved = await changeOrderStatus(admin, id, { status: 'paid' });

    expect(moved).toMatchObject({ status: 'paid', previousStatus: 'canceled', forced: true });
    expect(await read(admin, id)).toMatchObject({ stockShort: ['mug'], stockState: 'returned', payState: 'paid' });
    expect(await stockOf(admin)).toEqual({ onHand: 2, held: 1 });
  });

  it.each(['a payment', 'an admin'])(
    'takes units for %s from other carts’ expired holds, even from more holds than one transaction releases',
    async (who) => {
      const { shopper, admin } = await shop({ mug: 40 });
      const id = await orderOf(shopper, { mug: 30 });
      await cancelOwnOrder(shopper, id);
      for (let i = 0; i < 40; i++) {
        const idler = await asUser(shopper);
        await saveCart(idler, [{ id: 'mug', qty: 1 }]);
        await holdCart(idler);
      }
      if (who === 'a payment') await changeOrderStatus(admin, id, { status: 'new' });
      shopper.clock.advance(16 * MINUTE_MS);

      if (who === 'a payment') await payByCredit(shopper, id);
      else await changeOrderStatus(admin, id, { status: 'paid' });

      expect(await read(shopper, id)).toMatchObject({ status: 'paid', stockState: 'sold', stockShort: [] });
    },
  );

  it('takes the missing units of a reopened order at its payment, once they are in stock', async () => {
    const { shopper, admin } = await shop({ mug: 2 });
    const [byCredit, byHand] = [await orderOf(shopper, { mug: 1 }), await orderOf(shopper, { mug: 1 })];
    await cancelOwnOrder(shopper, byCredit);
    await cancelOwnOrder(shopper, byHand);
    const rival = await orderOf(admin, { mug: 2 });
    await changeOrderStatus(admin, byCredit, { status: 'new' });
    await changeOrderStatus(admin, byHand, { status: 'new' });
    await expect(payByCredit(shopper, byCredit)).rejects.toMatchObject({ code: 'InsufficientStock' });

    await cancelOwnOrder(admin, rival);
    await payByCredit(shopper, byCredit);
    await changeOrderStatus(admin, byHand, { status: 'paid' });

    for (const id of [byCredit, byHand])
      expect(await read(admin, id)).toMatchObject({ status: 'paid', stockState: 'sold', stockShort: [] });
    expect(await stockOf(admin)).toEqual({ onHand: 2, held: 2 });
  });

  it('makes the payment of a reopened order without units fail with InsufficientStock, before the credit check', async () => {
    const { shopper, admin } = await shop({ mug: 2 });
    const id = await orderOf(admin, { mug: 2 });
    await cancelOwnOrder(admin, id);
    await orderOf(shopper, { mug: 2 });
    await changeOrderStatus(admin, id, { status: 'new' });

    await expect(payByCredit(admin, id)).rejects.toMatchObject({ code: 'InsufficientStock' });
  });

  it('changes only the status label on a step back', async () => {
    const { shopper, admin } = await shop({ mug: 5 });
    const id = await orderOf(shopper, { mug: 2 });
    await payByCredit(shopper, id);
    await changeOrderStatus(admin, id, { status: 'processing' });

    expect(await changeOrderStatus(admin, id, { status: 'new' })).toMatchObject({ forced: true });
    await changeOrderStatus(admin, id, { status: 'paid' });

    expect(await read(admin, id)).toMatchObject({ payState: 'paid', stockState: 'sold', forced: true });
    expect(
      (await admin.data.find(from(PaymentTransactions).where('orderId', '==', id).orderBy('n').limit(9))).rows,
    ).toHaveLength(1);
  });

  it('pays once for two concurrent changes to paid and processing', async () => {
    const { shopper, admin } = await shop({ mug: 5 });
    const id = await orderOf(shopper, { mug: 2 });

    await Promise.all([
      changeOrderStatus(admin, id, { status: 'paid' }),
      changeOrderStatus(admin, id, { status: 'processing' }),
    ]);

    expect(
      (await admin.data.find(from(PaymentTransactions).where('orderId', '==', id).orderBy('n').limit(9))).rows,
    ).toHaveLength(1);
    expect(await stockOf(admin)).toEqual({ onHand: 5, held: 2 });
  });
});

describe('expireOrders', () => {
  it('cancels an unpaid order ten minutes after its hold expires, and returns its units once', async () => {
    const { shopper, admin } = await shop({ mug: 5 });
    const id = await orderOf(shopper, { mug: 2 });

    shopper.clock.advance(40 * MINUTE_MS - 1);
    await expireOrders(admin);
    expect((await read(admin, id)).status).toBe('new');
    shopper.clock.advance(1);
    const twice = await Promise.all([expireOrders(admin), expireOrders(admin)]);

    expect(twice.map(({ done }) => `${done} canceled`).sort()).toEqual(['0 canceled', '1 canceled']);
    expect(await read(admin, id)).toMatchObject({
      status: 'canceled',
      cancelReason: 'expired',
      stockState: 'returned',
    });
    expect(await stockOf(admin)).toEqual({ onHand: 5, held: 0 });
  });

  it('ignores a paid order whose status was set back to new', async () => {
    const { shopper, admin } = await shop({ mug: 5 });
    const id = await orderOf(shopper, { mug: 2 });
    await payByCredit(shopper, id);
    await changeOrderStatus(admin, id, { status: 'new' });

    shopper.clock.advance(DAY_MS);

    expect(await expireOrders(admin)).toMatchObject({ done: 0 });
    expect((await read(admin, id)).status).toBe('new');
  });

  it('cancels a reopened unpaid order whose late payment was refunded', async () => {
    const { shopper, admin } = await shop({ mug: 5 });
    const id = await orderOf(shopper, { mug: 2 });
    await cancelOwnOrder(shopper, id);
    await changeOrderStatus(admin, id, { status: 'new' });
    await admin.data.update(Orders, id, { payState: 'refunded' });

    shopper.clock.advance(40 * MINUTE_MS);

    expect(await expireOrders(admin)).toMatchObject({ done: 1 });
  });

  it('either cancels an order or lets a concurrent payment succeed, never both', async () => {
    const { shopper, admin } = await shop({ mug: 5 });
    const id = await orderOf(shopper, { mug: 2 });
    shopper.clock.advance(41 * MINUTE_MS);

    const [, payment] = await Promise.allSettled([expireOrders(admin), payByCredit(shopper, id)]);

    const order = await read(admin, id);
    expect([order.status, payment.status]).toEqual(
      order.status === 'paid' ? ['paid', 'fulfilled'] : ['canceled', 'rejected'],
    );
    expect((await stockOf(admin)).held).toBe(order.status === 'paid' ? 2 : 0);
  });
});

describe('completeOrders', () => {
  it('completes an order fourteen days after its shipping, not before', async () => {
    const { shopper, admin } = await shop({ mug: 5 });
    const id = await orderOf(shopper, { mug: 1 });
    await changeOrderStatus(admin, id, { status: 'shipped' });

    shopper.clock.advance(14 * DAY_MS - 1);
    await completeOrders(admin);
    expect((await read(admin, id)).status).toBe('shipped');
    shopper.clock.advance(1);
    await completeOrders(admin);

    expect((await read(admin, id)).status).toBe('completed');
  });
});

describe('the history of an order', () => {
  it('numbers every event without a gap', async () => {
    const { shopper, admin } = await shop({ mug: 9 });
    const id = await orderOf(shopper, { mug: 1 });
    await payByCredit(shopper, id);
    await changeOrderStatus(admin, id, { status: 'canceled', reason: 'broken' });
    await changeStock(admin, 'mug', { delta: -8, kind: 'correction' });
    await changeOrderStatus(admin, id, { status: 'completed' });

    const events = (await admin.data.find(from(OrderEvents).where('orderId', '==', id).orderBy('rev').limit(99))).rows;

    expect(events.map(({ data }) => data.rev)).toEqual(events.map((_, i) => i + 1));
    expect((await read(admin, id)).rev).toBe(events.length);
  });
});
