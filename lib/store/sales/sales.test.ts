import { describe, expect, it } from 'vitest';
import { DAY_MS, dayOf } from '#lib/core/time.ts';
import { payByCredit } from '#lib/payments/credit/start-credit.ts';
import { CountedSales, Orders, ProductDays, Products, VendorDays } from '#lib/store/collections.ts';
import { payingShopper, placeOrder } from '#tests/support/paying.ts';
import { addProduct, addVendor, TEST_VENDOR_ID } from '#tests/support/shop.ts';
import { everyRow } from '#tests/support/world.ts';
import { listBestSellers } from './best-sellers.ts';
import { countSale } from './count-sale.ts';
import { rollUpSales } from './roll-up-sales.ts';
import { readSaleDays } from './sale-days.ts';
import { exportSales } from './sales-csv.ts';

async function sellingShop() {
  const ctx = await payingShopper({ units: { mug: 100 }, creditMinor: 100_000_000 });
  await addVendor(ctx, 'vnd_owl');
  await addProduct(ctx, 'owl', 100, { vendorId: 'vnd_owl', priceMinor: 2_500 });
  const buy = async (units: Readonly<Record<string, number>>, currency?: string) => {
    const { id } = await placeOrder(ctx, units, currency);
    await payByCredit(ctx, id);
    await ctx.drain();
    return id;
  };
  const rollUp = async () => {
    let [seen, done, next] = [0, 0, undefined as string | null | undefined];
    do {
      const slice = await rollUpSales(ctx, next ?? undefined);
      [seen, done, next] = [seen + slice.seen, done + slice.done, slice.next];
    } while (next);
    await ctx.drain();
    return { seen, done };
  };
  const soldOf = async (id: string) => (await ctx.data.need(Products, id)).data.sold30d;
  return { ctx, buy, rollUp, soldOf };
}
type Shop = Awaited<ReturnType<typeof sellingShop>>;

const daysOf = async <T extends { expiresAt: string }>(rows: Promise<readonly { readonly data: T }[]>) =>
  (await rows).map(({ data: { expiresAt: _ttl, ...day } }) => day);
const productDays = ({ ctx }: Shop) => daysOf(everyRow(ctx.data, ProductDays));
const vendorDays = ({ ctx }: Shop) => daysOf(everyRow(ctx.data, VendorDays));

describe('the sales of a day', () => {
  it('add up the units and money of every paid order, by product and by vendor', async () => {
    const shop = await sellingShop();
    const date = dayOf(shop.ctx.now());

    await shop.buy({ mug: 2, owl: 1 });
    await shop.buy({ mug: 3 });
    await placeOrder(shop.ctx, { mug: 7 });
    await shop.ctx.drain();

    expect(await productDays(shop)).toEqual(
      expect.arrayContaining([
        { productId: 'mug', vendorId: TEST_VENDOR_ID, date, units: 5, unitsBy: { UAH: 5 }, sums: { UAH: 50_000 } },
        { productId: 'owl', vendorId: 'vnd_owl', date, units: 1, unitsBy: { UAH: 1 }, sums: { UAH: 2_500 } },
      ]),
    );
    expect(await vendorDays(shop)).toEqual(
      expect.arrayContaining([
        { vendorId: TEST_VENDOR_ID, date, parts: 2, sums: { UAH: 50_000 } },
        { vendorId: 'vnd_owl', date, parts: 1, sums: { UAH: 2_500 } },
      ]),
    );
    expect(await productDays(shop)).toHaveLength(2);
    expect(await vendorDays(shop)).toHaveLength(2);
  });

  it('count an order once, however often and however many at a time its effect runs', async () => {
    const shop = await sellingShop();
    const id = await shop.buy({ mug: 2 });
    await shop.ctx.data.delete(CountedSales, id);
    const before = await productDays(shop);

    await Promise.all(Array.from({ length: 5 }, () => countSale(shop.ctx, id)));

    expect(before.map(({ units }) => units)).toEqual([2]);
    expect((await productDays(shop)).map(({ units }) => units)).toEqual([4]);
  });

  it('count orders of the same goods that are paid at the same time', async () => {
    const shop = await sellingShop();
    const ids = await Promise.all(Array.from({ length: 8 }, async () => (await placeOrder(shop.ctx, { mug: 1 })).id));
    for (const id of ids) await payByCredit(shop.ctx, id);

    await Promise.all(ids.map((id) => countSale(shop.ctx, id)));
    await shop.ctx.drain();

    expect((await productDays(shop)).map(({ units }) => units)).toEqual([8]);
    expect((await vendorDays(shop)).map(({ parts }) => parts)).toEqual([8]);
  });

  it('keep the units of each currency apart', async () => {
    const shop = await sellingShop();
    await shop.buy({ owl: 2 });
    await shop.buy({ owl: 1 }, 'EUR');

    const lines: string[] = [];
    for await (const part of exportSales(shop.ctx, 'vnd_owl', '7d')) lines.push(...part.trimEnd().split('\r\n'));

    expect(lines.slice(1).map((line) => line.split(',').slice(3, 5))).toEqual([
      ['UAH', '2'],
      ['EUR', '1'],
    ]);
  });

  it('leave out an order that is not paid or does not exist', async () => {
    const shop = await sellingShop();
    const { id } = await placeOrder(shop.ctx);

    await countSale(shop.ctx, id);
    await countSale(shop.ctx, 'ord_missing');

    expect((await shop.ctx.data.need(Orders, id)).data.paidAt).toBeNull();
    expect(await everyRow(shop.ctx.data, CountedSales)).toEqual([]);
    expect(await productDays(shop)).toEqual([]);
  });

  it('are read with the days without sales, the oldest first', async () => {
    const shop = await sellingShop();
    await shop.buy({ owl: 2 });
    shop.ctx.clock.advance(DAY_MS);

    const days = await readSaleDays(shop.ctx, 'vnd_owl', '7d');

    expect(days.map(({ parts }) => parts)).toEqual([0, 0, 0, 0, 0, 1, 0]);
    expect(days.at(-2)?.sums).toEqual({ UAH: 5_000 });
    expect(days.at(-1)?.date).toBe(dayOf(shop.ctx.now()));
  });
});

describe('sales-rollup', () => {
  it('counts the thirty days before today, and forgets what is older', async () => {
    const shop = await sellingShop();
    await shop.buy({ mug: 2 });
    await shop.rollUp();
    expect(await shop.soldOf('mug')).toBe(0);

    shop.ctx.clock.advance(DAY_MS);
    await shop.buy({ mug: 3 });
    expect(await shop.rollUp()).toEqual({ seen: 1, done: 1 });
    expect(await shop.soldOf('mug')).toBe(2);

    shop.ctx.clock.advance(DAY_MS);
    await shop.rollUp();
    expect(await shop.soldOf('mug')).toBe(5);

    shop.ctx.clock.advance(29 * DAY_MS);
    await shop.rollUp();
    expect(await shop.soldOf('mug')).toBe(3);

    shop.ctx.clock.advance(DAY_MS);
    await shop.rollUp();
    expect(await shop.soldOf('mug')).toBe(0);
  });

  it('orders the best sellers of a vendor, without those that sold nothing', async () => {
    const shop = await sellingShop();
    await addProduct(shop.ctx, 'owlet', 10, { vendorId: 'vnd_owl', priceMinor: 500 });
    await addProduct(shop.ctx, 'egg', 10, { vendorId: 'vnd_owl', priceMinor: 100 });
    await shop.buy({ mug: 9, owl: 1, owlet: 4 });
    shop.ctx.clock.advance(DAY_MS);
    await shop.rollUp();

    const best = await listBestSellers(shop.ctx, 'vnd_owl');

    expect(best.map(({ id, sold30d }) => [id, sold30d])).toEqual([
      ['owlet', 4],
      ['owl', 1],
    ]);
  });

  it('makes good up to six days without a run', async () => {
    const shop = await sellingShop();
    await shop.buy({ mug: 2 });
    shop.ctx.clock.advance(7 * DAY_MS);

    await shop.rollUp();

    expect(await shop.soldOf('mug')).toBe(2);
  });

  it('continues from its cursor and changes nothing when it runs again', async () => {
    const shop = await sellingShop();
    for (let n = 0; n < 101; n++) await addProduct(shop.ctx, `cup_${n}`, 5, { vendorId: 'vnd_owl', priceMinor: 100 });
    for (let from = 0; from < 101; from += 50)
      await shop.buy(
        Object.fromEntries(Array.from({ length: Math.min(50, 101 - from) }, (_, n) => [`cup_${from + n}`, 1])),
      );
    shop.ctx.clock.advance(DAY_MS);

    const first = await rollUpSales(shop.ctx);

    expect(first).toMatchObject({ seen: 100, done: 100 });
    expect(await rollUpSales(shop.ctx, first.next ?? undefined)).toMatchObject({ seen: 1, done: 1 });
    expect(await shop.rollUp()).toEqual({ seen: 101, done: 0 });
  });
});
