import { describe, expect, it } from 'vitest';
import { after, DAY_MS } from '#lib/core/time.ts';
import { HOUSE_VENDOR_ID } from '#lib/payments/values.ts';
import { Orders } from '#lib/store/collections.ts';
import { followsFromParts, newPart } from '#lib/store/parts/part-rows.ts';
import type { PartState } from '#lib/store/values.ts';
import { testContext } from '#tests/support/context.ts';
import { orderRow } from '#tests/support/platform-rows.ts';
import { refusalRates } from './refusal-rate.ts';

describe('the refusals of sellers', () => {
  it('are flagged above a fifth of at least ten parts of 30 days', async () => {
    const ctx = await testContext();
    let n = 0;
    const put = async (vendorId: string, state: PartState, count: number, daysAgo = 1) => {
      const paidAt = after(ctx.now(), -daysAgo * DAY_MS);
      await ctx.data.batch((write) => {
        for (let made = 0; made < count; made += 1) {
          n += 1;
          const parts = [newPart(vendorId, { state })];
          const row = orderRow(n, paidAt, { vendorIds: [vendorId], parts, paidAt, payState: 'paid', status: 'paid' });
          write.create(Orders, `ord_${n}`, { ...row, ...followsFromParts(row) });
        }
      });
    };
    await put('vnd_often', 'refused', 3);
    await put('vnd_often', 'shipped', 8);
    await put('vnd_fifth', 'refused', 3);
    await put('vnd_fifth', 'delivered', 12);
    await put('vnd_small', 'refused', 9);
    await put('vnd_past', 'refused', 9, 31);
    await put('vnd_past', 'pending', 20);
    await put(HOUSE_VENDOR_ID, 'refused', 12);

    const rates = await refusalRates(ctx, ['vnd_often', 'vnd_fifth', 'vnd_small', 'vnd_past', HOUSE_VENDOR_ID]);

    expect([...rates]).toEqual([['vnd_often', { refused: 3, parts: 11 }]]);
    expect((await refusalRates(ctx, [])).size).toBe(0);
  });
});
