import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Settlements } from '#lib/payments/collections.ts';
import { HOUSE_VENDOR_ID } from '#lib/payments/values.ts';
import type { Order, OrderLine } from '#lib/store/schemas/order.ts';
import { testAttempt } from '#tests/support/attempts.ts';
import { testContext } from '#tests/support/context.ts';
import { balanceOf, entryIdOf, postingsOf } from './journal.ts';
import { accrueSettlements, blockSettlements, bookSale, readSale, reverseSale, settlementIdOf } from './settlements.ts';

const at = '2026-01-01T00:00:00.000Z';
type Sold = Parameters<typeof accrueSettlements>[1];

const line = (vendorId: string, totalMinor: number, commissionBps: number): OrderLine => ({
  id: 'line',
  productId: 'prd_1',
  vendorId,
  title: '',
  options: [],
  image: null,
  sku: null,
  qty: 1,
  unitPriceMinor: totalMinor,
  totalMinor,
  fulfilment: 'physical',
  commissionBps,
});
const sold = (lines: OrderLine[], charges: Order['charges'] = []): Sold => ({
  lines,
  charges,
  totalMinor: [...lines.map(({ totalMinor }) => totalMinor), ...charges.map(({ amountMinor }) => amountMinor)].reduce(
    (sum, part) => sum + part,
    0,
  ),
  currency: 'UAH',
});

describe('accrueSettlements', () => {
  it('rounds a vendor’s share down per line and gives the remainder to the platform', () => {
    const shares = accrueSettlements('ord_1', sold([line('vnd_a', 999, 1000), line('vnd_a', 101, 1000)]));

    expect(shares.vendors).toMatchObject([
      { vendorId: 'vnd_a', grossMinor: 1100, netMinor: 899 + 90, commissionMinor: 111, state: 'accrued' },
    ]);
    expect(shares.vendors[0]?.settlementId).toBe(settlementIdOf('ord_1', 'vnd_a'));
  });

  it('gives the full price of house products to the platform, whatever the line’s commission rate', () => {
    const { vendors, commissionMinor } = accrueSettlements('ord_1', sold([line(HOUSE_VENDOR_ID, 500, 1000)]));

    expect(vendors).toMatchObject([{ grossMinor: 500, netMinor: 0, commissionMinor: 500 }]);
    expect(commissionMinor).toBe(500);
  });

  it('assigns tax to the tax amount, and shipping and discounts to the platform', () => {
    const charges: Order['charges'] = [
      { kind: 'shipping', label: '', amountMinor: 70, vendorId: null },
      { kind: 'discount', label: '', amountMinor: -30, vendorId: null },
      { kind: 'tax', label: '', amountMinor: 20, vendorId: null },
    ];

    expect(accrueSettlements('ord_1', sold([line('vnd_a', 1000, 1000)], charges))).toMatchObject({
      commissionMinor: 140,
      taxMinor: 20,
    });
  });

  it('splits every total without a remainder', () => {
    const lines = fc.array(
      fc.record({
        vendor: fc.constantFrom('vnd_a', 'vnd_b', HOUSE_VENDOR_ID),
        total: fc.integer({ min: 0, max: 10 ** 9 }),
        bps: fc.integer({ min: 0, max: 10_000 }),
      }),
      { minLength: 1, maxLength: 50 },
    );
    fc.assert(
      fc.property(lines, fc.integer({ min: -1000, max: 1000 }), (drawn, shipping) => {
        const order = sold(
          drawn.map(({ vendor, total, bps }) => line(vendor, total, bps)),
          [{ kind: 'shipping', label: '', amountMinor: shipping, vendorId: null }],
        );
        const { vendors, commissionMinor, taxMinor } = accrueSettlements('ord_1', order);
        const net = vendors.reduce((sum, { netMinor }) => sum + netMinor, 0);

        expect(net + commissionMinor + taxMinor).toBe(order.totalMinor);
        for (const { grossMinor, netMinor, commissionMinor: own } of vendors) {
          expect(netMinor).toBeGreaterThanOrEqual(0);
          expect(netMinor + own).toBe(grossMinor);
        }
      }),
    );
  });
});

describe('bookSale and reverseSale', () => {
  const order = sold([line('vnd_a', 999, 1000), line('vnd_b', 1001, 500)]);
  const row = testAttempt({ orderId: 'ord_1', amountMinor: order.totalMinor, processor: 'cardgw' });

  const booked = async () => {
    const ctx = await testContext();
    await ctx.data.batch((write) => bookSale(write, { row, orderId: 'ord_1', order, at }));
    return ctx;
  };

  it('post the shares of the vendors and the platform in a captured total', async () => {
    const { data } = await booked();

    expect(await balanceOf(data, 'gateway:cardgw', 'UAH')).toBe(2000);
    expect(await balanceOf(data, 'vendor:vnd_a:pending', 'UAH')).toBe(-899);
    expect(await balanceOf(data, 'vendor:vnd_b:pending', 'UAH')).toBe(-950);
    expect(await balanceOf(data, 'platform:commission', 'UAH')).toBe(-151);
  });

  it('leave every account at 0 when the sale is reversed before its release', async () => {
    const { data } = await booked();
    const sale = await readSale(data, 'ord_1', order);

    let shown: Order['vendorSettlements'] = [];
    await data.batch((write) => {
      shown = reverseSale(write, sale, at);
    });

    for (const { account } of await postingsOf(data, entryIdOf('capture', 'ord_1')))
      expect(await balanceOf(data, account, 'UAH')).toBe(0);
    expect(shown.map(({ state }) => state)).toEqual(['reversed', 'reversed']);
    expect(await data.get(Settlements, settlementIdOf('ord_1', 'vnd_a'))).toMatchObject({
      data: { state: 'reversed' },
    });
  });

  it('debit the vendor’s payable account when a released sale is reversed', async () => {
    const { data } = await booked();
    await data.update(Settlements, settlementIdOf('ord_1', 'vnd_a'), { state: 'payable' });
    const sale = await readSale(data, 'ord_1', order);

    await data.batch((write) => reverseSale(write, sale, at));

    expect(await balanceOf(data, 'vendor:vnd_a:payable', 'UAH')).toBe(899);
    expect(await balanceOf(data, 'vendor:vnd_b:pending', 'UAH')).toBe(0);
  });

  it('reject a second reversal', async () => {
    const { data } = await booked();
    const sale = await readSale(data, 'ord_1', order);
    await data.batch((write) => reverseSale(write, sale, at));

    await expect(data.batch((write) => reverseSale(write, sale, at))).rejects.toThrow(/already exists/);
  });

  it('block and unblock the settlements of an order with blockSettlements', async () => {
    const { data } = await booked();
    const id = settlementIdOf('ord_1', 'vnd_a');

    const first = await readSale(data, 'ord_1', order);
    await data.batch((write) => blockSettlements(write, first, true, at));
    expect(await data.get(Settlements, id)).toMatchObject({ data: { blocked: true, state: 'accrued' } });

    const second = await readSale(data, 'ord_1', order);
    await data.batch((write) => blockSettlements(write, second, false, at));
    expect(await data.get(Settlements, id)).toMatchObject({ data: { blocked: false } });
  });
});
