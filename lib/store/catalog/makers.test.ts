import { describe, expect, it } from 'vitest';
import { HOUSE_VENDOR_ID } from '#lib/payments/values.ts';
import { setVendorStatus } from '#lib/store/vendors/vendors.ts';
import { openSmallShop, type SmallShop } from '#tests/support/small-shop.ts';
import { listProducts, wholeFacets } from './catalog.ts';
import { listMakers } from './makers.ts';

const makersOf = async (shop: SmallShop) => listMakers(shop, (await wholeFacets(shop, 'UAH')).vendors);

describe('listMakers', () => {
  it('counts as the list of each seller does, the largest first', async () => {
    const shop = await openSmallShop();
    const makers = await makersOf(shop);

    expect(makers.length).toBeGreaterThan(0);
    expect(makers.map(({ vendor }) => vendor.id)).not.toContain(HOUSE_VENDOR_ID);
    expect(makers.map(({ count }) => count)).toEqual(makers.map(({ count }) => count).toSorted((a, b) => b - a));
    for (const { vendor, count, pictures } of makers) {
      const { total } = await listProducts(shop, { vendorId: [vendor.id], limit: 1 });
      expect(count, vendor.name).toBe(total);
      expect(pictures.length).toBeLessThanOrEqual(3);
    }
  });

  it('leaves out a seller that was suspended a moment ago', async () => {
    const shop = await openSmallShop();
    const [first] = await makersOf(shop);
    if (!first) throw new Error('the shop has no seller');

    await setVendorStatus(shop, first.vendor.id, 'suspended');

    expect((await makersOf(shop)).map(({ vendor }) => vendor.id)).not.toContain(first.vendor.id);
  });
});
