import { describe, expect, it } from 'vitest';
import { Vendors } from '#lib/store/collections.ts';
import { testContext } from '#tests/support/context.ts';
import { putDelivery } from '#tests/support/deliveries.ts';
import { addProduct, addVendor } from '#tests/support/shop.ts';
import { openFirstSteps } from './first-steps.ts';

const VENDOR = 'vnd_kiln';

describe('the first steps of a shop', () => {
  it('are all open at first, and end one by one', async () => {
    const ctx = await testContext();
    await addVendor(ctx, VENDOR, { about: '', payoutLast4: null });
    const open = async () => openFirstSteps(ctx, await ctx.data.need(Vendors, VENDOR));
    expect(await open()).toEqual(['profile', 'delivery', 'product', 'payout']);

    await ctx.data.update(Vendors, VENDOR, { about: 'Clay' });
    await putDelivery(ctx, VENDOR, { active: false });
    await putDelivery(ctx, 'vnd_other');
    await addProduct(ctx, 'prd_draft', 1, { vendorId: VENDOR, status: 'draft' });
    expect(await open()).toEqual(['delivery', 'product', 'payout']);

    await putDelivery(ctx, VENDOR);
    await addProduct(ctx, 'prd_jug', 1, { vendorId: VENDOR });
    await ctx.data.update(Vendors, VENDOR, { payoutLast4: '1234' });
    expect(await open()).toEqual([]);
  });
});
