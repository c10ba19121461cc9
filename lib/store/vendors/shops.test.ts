import { describe, expect, it } from 'vitest';
import { VendorSlugs, Vendors } from '#lib/store/collections.ts';
import { testContext } from '#tests/support/context.ts';
import { putDelivery } from '#tests/support/deliveries.ts';
import { addVendor } from '#tests/support/shop.ts';
import { findShop, listShopDeliveries } from './shops.ts';

describe('the shop of a seller', () => {
  it('is found by its present and a former slug, without anything that is not public', async () => {
    const ctx = await testContext();
    await addVendor(ctx, 'vnd_kiln', { name: 'Kiln', slug: 'kiln', about: 'Clay', phone: '+380', taxId: '1' });
    await ctx.data.create(VendorSlugs, 'old-kiln', { vendorId: 'vnd_kiln', createdAt: ctx.now().toISOString() });

    const shop = await findShop(ctx, 'kiln');

    expect(shop).toMatchObject({
      vendor: { id: 'vnd_kiln', name: 'Kiln', slug: 'kiln' },
      about: 'Clay',
      logoUrl: null,
    });
    expect(Object.keys(shop ?? {}).sort()).toEqual(
      ['about', 'approvedAt', 'arrangeAllowed', 'country', 'deliveryNote', 'logoUrl', 'returnsNote', 'vendor'].sort(),
    );
    expect(await findShop(ctx, 'old-kiln')).toEqual(shop);
    for (const slug of ['nobody', 'крамниця', 'a.b', '__x__', 'x'.repeat(129)])
      expect(await findShop(ctx, slug), slug).toBeNull();
  });

  it.each(['applied', 'rejected', 'suspended'] as const)('is closed while the seller is %s', async (status) => {
    const ctx = await testContext();
    await addVendor(ctx, 'vnd_kiln', { slug: 'kiln' });
    await ctx.data.update(Vendors, 'vnd_kiln', { status });

    expect(await findShop(ctx, 'kiln')).toBeNull();
  });

  it('lists its active delivery options in the asked currency', async () => {
    const ctx = await testContext({ vars: { STORE_FX_RATES: 'EUR:50' } });
    await addVendor(ctx, 'vnd_kiln');
    const id = await putDelivery(ctx, 'vnd_kiln', { priceMinor: 10_000, freeFromMinor: 100_000 });
    await putDelivery(ctx, 'vnd_kiln', { active: false });

    expect(await listShopDeliveries(ctx, 'vnd_kiln', 'EUR')).toMatchObject([
      { id, priceMinor: 200, freeFromMinor: 2_000 },
    ]);
    expect(await listShopDeliveries(ctx, 'vnd_kiln', 'GBP')).toEqual([]);
  });
});
