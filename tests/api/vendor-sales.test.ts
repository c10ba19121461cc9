import { beforeEach, describe, expect, it } from 'vitest';
import { GET as download } from '#app/api/vendor/sales.csv/route.ts';
import { DAY_MS, dayOf } from '#lib/core/time.ts';
import { payByCredit } from '#lib/payments/credit/start-credit.ts';
import { Products, Vendors } from '#lib/store/collections.ts';
import { call } from '#tests/support/call.ts';
import { asUser } from '#tests/support/context.ts';
import { readCsv } from '#tests/support/csv.ts';
import { placeOrder, withCredit } from '#tests/support/paying.ts';
import { OWN_PRODUCT, openTwoSellers, RIVAL_PRODUCT, type TwoSellers } from '#tests/support/two-sellers.ts';

let world: TwoSellers;
beforeEach(async () => {
  world = await openTwoSellers({ PAYMENT_CREDIT_BALANCE_ACCEPTED_ORDER_CURRENCIES: 'UAH' });
  for (const id of [OWN_PRODUCT, RIVAL_PRODUCT])
    await world.shop.data.update(Products, id, { status: 'published', publishedAt: world.shop.now().toISOString() });
  const buyer = await withCredit(await asUser(world.shop), 1_000_000);
  const { id } = await placeOrder(buyer, { [OWN_PRODUCT]: 2, [RIVAL_PRODUCT]: 1 });
  await payByCredit(buyer, id);
  await world.shop.drain();
});

describe('GET /api/vendor/sales.csv', () => {
  it('streams what was paid for own products by day, and nobody else’s', async () => {
    const date = dayOf(world.shop.now());
    world.shop.clock.advance(DAY_MS);

    const reply = await call(download, { as: world.seller });

    expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(reply.headers.get('content-disposition')).toMatch(/^attachment; filename="sales-[\d-]{10}\.csv"$/);
    expect(readCsv(reply.text)).toEqual([
      { date, productId: OWN_PRODUCT, title: 'Reading lamp', currency: 'UAH', units: '2', gross: '200.00' },
    ]);
  });

  it('keeps to its range, which is one of three', async () => {
    world.shop.clock.advance(7 * DAY_MS);

    expect(readCsv((await call(download, { as: world.seller, query: { range: '7d' } })).text)).toEqual([]);
    expect(readCsv((await call(download, { as: world.seller, query: { range: '60d' } })).text)).toHaveLength(1);
    expect(await call(download, { as: world.seller, query: { range: '90d' } })).toMatchObject({
      status: 400,
      body: { details: { range: expect.any(String) } },
    });
  });

  it('is open to a suspended seller and an administrator, and to nobody without an approved shop', async () => {
    await world.shop.data.update(Vendors, 'vnd_lamps', { status: 'suspended' });
    const csvFor = async (query: { vendorId: string }) =>
      readCsv((await call(download, { as: world.admin, query })).text).map(({ productId }) => productId);

    expect((await call(download, { as: world.seller })).status).toBe(200);
    expect(await csvFor({ vendorId: 'vnd_vases' })).toEqual([RIVAL_PRODUCT]);
    expect((await call(download, { as: await asUser(world.shop) })).status).toBe(403);
    expect((await call(download)).status).toBe(401);
    expect((await call(download, { as: world.seller, query: { vendorId: 'vnd_vases' } })).status).toBe(404);
  });
});
