import { describe, expect, it } from 'vitest';
import { Orders } from '#lib/store/collections.ts';
import type { Order } from '#lib/store/schemas/order.ts';
import { payingShopper, placeOrder } from '#tests/support/paying.ts';

async function billOf(change: (order: Order) => Partial<Order>) {
  const ctx = await payingShopper();
  const { id, number } = await placeOrder(ctx, { mug: 3 });
  const { data } = await ctx.data.need(Orders, id);
  await ctx.data.update(Orders, id, change(data));
  return { number, bill: await ctx.purposes.store_order?.bill?.(ctx.data, id) };
}

describe('the bill of an order', () => {
  it('lists the order’s lines, its charges and the payer', async () => {
    const { bill } = await billOf((order) => ({
      charges: [{ kind: 'shipping', label: 'Courier', amountMinor: 5_000, vendorId: null }],
      totalMinor: order.totalMinor + 5_000,
      contact: { name: 'Olha', email: 'olha@plaza.test', phone: '380' },
    }));

    expect(bill).toEqual({
      lines: [
        { name: 'The mug', count: 3, priceMinor: 10_000 },
        { name: 'Courier', count: 1, priceMinor: 5_000 },
      ],
      payer: { name: 'Olha', email: 'olha@plaza.test', phone: '380' },
    });
  });

  it('lists a line whose total is not divisible by its quantity with count 1', async () => {
    const { bill } = await billOf(({ lines }) => ({
      lines: lines.map((line) => ({ ...line, totalMinor: 29_999 })),
      totalMinor: 29_999,
    }));

    expect(bill?.lines).toEqual([{ name: 'The mug', count: 1, priceMinor: 29_999 }]);
  });

  it.each([
    ['with a discount', 25_000, [{ kind: 'discount' as const, label: 'Spring', amountMinor: -5_000, vendorId: null }]],
    ['whose total does not add up', 31_000, []],
  ])('is a single line with the total for an order %s', async (_, totalMinor, charges) => {
    const { number, bill } = await billOf(() => ({ charges, totalMinor }));

    expect(bill?.lines).toEqual([{ name: number, count: 1, priceMinor: totalMinor }]);
  });
});
