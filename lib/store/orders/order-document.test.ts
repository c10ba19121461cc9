import { describe, expect, it } from 'vitest';
import { DAY_MS } from '#lib/core/time.ts';
import { payByCredit } from '#lib/payments/credit/start-credit.ts';
import { OrderEvents, Orders, SerialCounters } from '#lib/store/collections.ts';
import type { Tunnel } from '#lib/tunnel/tunnel.ts';
import { anotherShopper, payingShopper, placeOrder } from '#tests/support/paying.ts';
import { everyRow } from '#tests/support/world.ts';
import { numberDocument, readDocument } from './order-document.ts';

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

describe('the numbers of documents', () => {
  it('have no gap and no twin, however many are given at once and asked for again', async () => {
    const { ctx, ids } = await paidOrders();

    await Promise.all([...ids, ...ids, ...ids.toReversed()].map((id) => numberDocument(ctx, id)));
    await ctx.drain();

    const given = (await everyRow(ctx.data, Orders)).map(({ data }) => data.documentNumber ?? '');
    expect(given.sort()).toEqual(numbers(ORDERS));
    expect((await everyRow(ctx.data, SerialCounters)).map(({ id, data }) => [id, data.last])).toEqual([
      [`document-${year}`, ORDERS],
    ]);
  });

  it('are told to the open pages of the buyer, once each', async () => {
    const { ctx, ids } = await paidOrders(1);
    const told: unknown[] = [];
    const tunnel: Tunnel = { ...ctx.tunnel, publish: async (events) => void told.push(...events) };

    await numberDocument({ ...ctx, tunnel }, ids[0] ?? '');
    await numberDocument({ ...ctx, tunnel }, ids[0] ?? '');

    expect(told).toEqual([
      expect.objectContaining({ channel: 'notifications:unread', event: 'count', users: [ctx.user.id] }),
    ]);
  });

  it('leave none out when the transaction that gives one fails', async () => {
    const { ctx, ids } = await paidOrders(2);
    const [first = '', second = ''] = ids;
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

    await expect(numberDocument(failing, first)).rejects.toThrow('went away');
    await numberDocument(ctx, second);
    await numberDocument(ctx, first);

    const numberOf = async (id: string) => (await ctx.data.need(Orders, id)).data.documentNumber;
    expect([await numberOf(second), await numberOf(first)]).toEqual(numbers(2));
  });

  it('are given outside the payment, stay for ever and stand in the history', async () => {
    const { ctx, ids } = await paidOrders(1);
    const [id = ''] = ids;
    expect((await ctx.data.need(Orders, id)).data.documentNumber).toBeNull();
    expect(await readDocument(ctx, id)).toBe('pending');

    await ctx.drain();
    ctx.clock.advance(400 * DAY_MS);
    await numberDocument(ctx, id);

    expect((await ctx.data.need(Orders, id)).data.documentNumber).toBe(`${year}-000001`);
    const notes = (await everyRow(ctx.data, OrderEvents)).filter(({ data }) => data.kind === 'note');
    expect(notes.map(({ data }) => data.data)).toEqual([{ document: `${year}-000001` }]);
  });

  it('begin anew with the year of the shop’s books', async () => {
    const { ctx, ids } = await paidOrders(1);
    const [id = ''] = ids;
    // Half past eleven in the evening of the old year in UTC is the new year in the books.
    await ctx.data.update(Orders, id, { paidAt: '2026-12-31T23:30:00.000Z' });

    await numberDocument(ctx, id);

    expect((await ctx.data.need(Orders, id)).data.documentNumber).toBe('2027-000001');
  });
});

describe('the document of an order', () => {
  it('is read by its buyer and by admins, and does not exist for anybody else or before it is paid', async () => {
    const { ctx, ids } = await paidOrders(1);
    const [id = ''] = ids;
    const open = await placeOrder(ctx);
    await ctx.drain();
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
