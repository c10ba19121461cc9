import { describe, expect, it } from 'vitest';
import { POST as cancel } from '#app/api/account/orders/[id]/cancel/route.ts';
import { POST as setStatus } from '#app/api/admin/orders/[id]/status/route.ts';
import { POST as createOrder } from '#app/api/store/orders/route.ts';
import { POST as pay } from '#app/api/store/payments/credit/route.ts';
import { grantCredit } from '#lib/payments/credit/credit.ts';
import { Orders } from '#lib/store/collections.ts';
import { numberDocuments } from '#lib/store/orders/order-document.ts';
import { openShop } from '#tests/support/api-shop.ts';
import { call } from '#tests/support/call.ts';
import { asUser } from '#tests/support/context.ts';

async function shop() {
  const world = await openShop({ mug: 20 });
  const buyer = await asUser(world);
  await grantCredit(world, buyer.user.id, 10_000_000, 'test');
  const place = (key?: string, locale = 'EN', email = buyer.user.email) =>
    call(createOrder, {
      as: buyer,
      body: { items: [{ id: 'mug', qty: 1 }], locale, contact: { email } },
      ...(key && { headers: { 'idempotency-key': key } }),
    });
  const subjects = async () => {
    await world.drain();
    return ((await world.devMailbox?.list()) ?? []).map(({ subject }) => subject.replace(/ P[0-9A-Z]{9}/, '')).sort();
  };
  const addresses = async () => [...new Set(((await world.devMailbox?.list()) ?? []).map(({ to }) => to))];
  return { world, buyer, place, subjects, addresses };
}

describe('the mails of an order', () => {
  it('are sent once each for repeated and concurrent calls', async () => {
    const { world, buyer, place, subjects } = await shop();
    const placed = await Promise.all([place('one'), place('one'), place('one')]);
    const id = placed[0]?.body.order.id ?? '';
    await Promise.all([1, 2, 3].map(() => call(pay, { as: buyer, body: { orderId: id } })));
    const admin = await asUser(world, { role: 'admin' });
    const ship = () => call(setStatus, { as: admin, params: { id }, body: { status: 'shipped' } });
    await Promise.all([ship(), ship()]);

    const first = await subjects();
    await place('one');
    await ship();

    expect(first).toEqual(['New order: 1 item', 'Order is on its way', 'Order is paid', 'Order received']);
    expect(await subjects()).toEqual(first);
  });

  it('are written in the order’s language', async () => {
    const { place, subjects } = await shop();
    await place(undefined, 'UK');

    expect(await subjects()).toEqual(['Замовлення оформлено']);
  });

  it('go only to the account’s own address before the order is paid', async () => {
    const { buyer, place, subjects, addresses } = await shop();
    const { body: dropped } = await place(undefined, 'EN', 'stranger@plaza.test');
    await call(cancel, { as: buyer, params: { id: dropped.order.id }, method: 'POST' });
    const { body: kept } = await place(undefined, 'EN', 'stranger@plaza.test');
    expect(await subjects()).toEqual(['Order is canceled', 'Order received', 'Order received']);
    expect(await addresses()).toEqual([buyer.user.email]);

    await call(pay, { as: buyer, body: { orderId: kept.order.id } });
    await subjects();
    expect(await addresses()).toContain('stranger@plaza.test');
  });

  it('report no refused change', async () => {
    const { buyer, place, subjects } = await shop();
    const { body } = await place();
    const stranger = await asUser(buyer);

    const reply = await call(cancel, { as: stranger, params: { id: body.order.id }, method: 'POST' });

    expect(reply.status).toBe(404);
    expect(await subjects()).toEqual(['Order received']);
  });

  it('are followed by a document number for each paid order, and for no other', async () => {
    const { world, buyer, place } = await shop();
    const orders = await Promise.all(['a', 'b', 'c', 'd'].map((key) => place(key)));
    const ids = orders.map(({ body }) => body.order.id);
    await Promise.all(ids.slice(1).map((orderId) => call(pay, { as: buyer, body: { orderId } })));

    await Promise.all([numberDocuments(world), numberDocuments(world)]);

    const rows = await world.data.getMany(Orders, ids);
    const [unpaid, ...paid] = ids.map((id) => rows.find((row) => row?.id === id)?.data.documentNumber ?? null);
    expect(unpaid).toBeNull();
    expect(paid.map((number) => number?.slice(5) ?? '').sort()).toEqual(['000001', '000002', '000003']);
  });
});
