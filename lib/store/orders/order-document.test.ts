import { describe, expect, it } from 'vitest';
import { DAY_MS } from '#lib/core/time.ts';
import { withLease } from '#lib/data/locks.ts';
import { payByCredit } from '#lib/payments/credit/start-credit.ts';
import { OrderEvents, Orders, SerialCounters } from '#lib/store/collections.ts';
import { SHOP_WORKER, SHOP_WORKER_LEASE_MS } from '#lib/store/values.ts';
import type { Tunnel } from '#lib/tunnel/tunnel.ts';
import { anotherShopper, payingShopper, placeOrder } from '#tests/support/paying.ts';
import { everyRow } from '#tests/support/world.ts';
import { NUMBERED_AT_ONCE, numberDocuments, numberDocumentsAlone, readDocument } from './order-document.ts';
import { eventIdOf } from './order-events.ts';

const ORDERS = 8;

async function paidOrders(count = ORDERS) {
  const ctx = await payingShopper({ units: { mug: 50 }, creditMinor: 10_000_000 });
  const ids: string[] = [];
  for (let i = 0; i < count; i++) {
    const { id } = await placeOrder(ctx);
    await payByCredit(ctx, id);
    ids.push(id);
  }
  return { ctx, ids };
}
const year = '2026';
const numbers = (count: number) => Array.from({ length: count }, (_, i) => `${year}-${String(i + 1).padStart(6, '0')}`);

describe('document numbers', () => {
  it('have no gaps and no duplicates across concurrent and repeated runs', async () => {
    const { ctx } = await paidOrders();

    const counts = await Promise.all([1, 2, 3].map(() => numberDocuments(ctx)));
    expect(await numberDocuments(ctx)).toBe(0);

    expect(counts.reduce((sum, count) => sum + count)).toBe(ORDERS);
    const given = (await everyRow(ctx.data, Orders)).map(({ data }) => data.documentNumber ?? '');
    expect(given.sort()).toEqual(numbers(ORDERS));
    expect((await everyRow(ctx.data, SerialCounters)).map(({ id, data }) => [id, data.last])).toEqual([
      [`document-${year}`, ORDERS],
    ]);
  });

  it('are published to the buyer’s open pages, once each', async () => {
    const { ctx } = await paidOrders(1);
    const told: unknown[] = [];
    const tunnel: Tunnel = { ...ctx.tunnel, publish: async (events) => void told.push(...events) };

    await numberDocuments({ ...ctx, tunnel });
    await numberDocuments({ ...ctx, tunnel });

    expect(told).toEqual([
      expect.objectContaining({ channel: 'notifications:unread', event: 'count', users: [ctx.user.id] }),
    ]);
  });

  it('have no gap after a failed transaction', async () => {
    const { ctx, ids } = await paidOrders(2);
    const failing = {
      ...ctx,
      data: {
        ...ctx.data,
        tx: ((run, options) =>
          ctx.data.tx(async (t) => {
            await run(t);
            throw new Error('the process went away');
          }, options)) as typeof ctx.data.tx,
      },
    };

    await expect(numberDocuments(failing)).rejects.toThrow('went away');
    await numberDocuments(ctx);

    const rows = await ctx.data.getMany(Orders, ids);
    expect(rows.map((row) => row?.data.documentNumber)).toEqual(expect.arrayContaining(numbers(2)));
  });

  it('are assigned to all other orders when one order cannot be numbered', async () => {
    const { ctx, ids } = await paidOrders(3);
    const [, broken = ''] = ids;
    const { data } = await ctx.data.need(Orders, broken);
    await ctx.data.delete(OrderEvents, eventIdOf(broken, data.rev));

    await expect(numberDocuments(ctx)).rejects.toMatchObject({ code: 'NOT_FOUND' });

    const rows = await ctx.data.getMany(Orders, ids);
    expect(rows.map((row) => row?.data.documentNumber === null)).toEqual([false, true, false]);
    expect(rows.map((row) => row?.data.documentNumber)).toEqual(expect.arrayContaining(numbers(2)));
  });

  it('are assigned after a whole page of orders that cannot be numbered', async () => {
    const { ctx, ids } = await paidOrders(1);
    const [id = ''] = ids;
    const { data } = await ctx.data.need(Orders, id);
    // Copies without a history cannot be numbered. They were paid before the order that can.
    for (let n = 0; n < NUMBERED_AT_ONCE; n++)
      await ctx.data.batch((write) =>
        write.create(Orders, `ord_broken${n}`, {
          ...data,
          number: `P${String(n).padStart(9, '0')}`,
          paidAt: '2026-01-02T00:00:00.000Z',
        }),
      );

    await expect(numberDocuments(ctx)).rejects.toMatchObject({ code: 'NOT_FOUND' });

    expect((await ctx.data.need(Orders, id)).data.documentNumber).toBe(`${year}-000001`);
  });

  it('follow the payment time of the orders, and skip unpaid orders', async () => {
    const { ctx, ids } = await paidOrders(3);
    const unpaid = await placeOrder(ctx);
    const days = ['02', '03', '01'];
    for (const [i, id] of ids.entries())
      await ctx.data.update(Orders, id, { paidAt: `2026-03-${days[i]}T10:00:00.000Z` });

    await numberDocuments(ctx);

    const rows = await ctx.data.getMany(Orders, [...ids, unpaid.id]);
    const [one, two, three] = numbers(3);
    expect(rows.map((row) => row?.data.documentNumber)).toEqual([two, three, one, null]);
  });

  it('are not assigned by a scheduled run while another process holds the lease', async () => {
    const { ctx } = await paidOrders(1);

    const held = await withLease(ctx, SHOP_WORKER, { leaseMs: SHOP_WORKER_LEASE_MS }, () => numberDocumentsAlone(ctx));

    expect(held).toEqual({ held: true, value: 0 });
    expect(await numberDocumentsAlone(ctx)).toBe(1);
  });

  it('are assigned after the payment, never change and are noted in the history', async () => {
    const { ctx, ids } = await paidOrders(1);
    const [id = ''] = ids;
    expect((await ctx.data.need(Orders, id)).data.documentNumber).toBeNull();
    expect(await readDocument(ctx, id)).toBe('pending');

    await numberDocuments(ctx);
    ctx.clock.advance(400 * DAY_MS);
    await numberDocuments(ctx);

    expect((await ctx.data.need(Orders, id)).data.documentNumber).toBe(`${year}-000001`);
    const notes = (await everyRow(ctx.data, OrderEvents)).filter(({ data }) => data.kind === 'note');
    expect(notes.map(({ data }) => data.data)).toEqual([{ document: `${year}-000001` }]);
  });

  it('restart with each year in the shop’s time zone', async () => {
    const { ctx, ids } = await paidOrders(1);
    const [id = ''] = ids;
    // 23:30 UTC on 31 December is already the new year in the shop's time zone.
    await ctx.data.update(Orders, id, { paidAt: '2026-12-31T23:30:00.000Z' });

    await numberDocuments(ctx);

    expect((await ctx.data.need(Orders, id)).data.documentNumber).toBe('2027-000001');
  });
});

describe('the document of an order', () => {
  it('is returned to its buyer and to admins, and null for others and for an unpaid order', async () => {
    const { ctx, ids } = await paidOrders(1);
    const [id = ''] = ids;
    const open = await placeOrder(ctx);
    await numberDocuments(ctx);
    const stranger = await anotherShopper(ctx);
    const admin = { ...stranger, user: { ...stranger.user, role: 'admin' as const } };

    const document = await readDocument(ctx, id);

    expect(document).toMatchObject({
      number: `${year}-000001`,
      locale: 'en',
      order: { totalMinor: 10_000 },
      payment: { processor: 'credit', refundedAt: null },
    });
    expect(await readDocument(admin, id)).toEqual(document);
    expect(await readDocument(stranger, id)).toBeNull();
    expect(await readDocument(ctx, open.id)).toBeNull();
    expect(await readDocument(ctx, 'ord_none')).toBeNull();
  });
});
