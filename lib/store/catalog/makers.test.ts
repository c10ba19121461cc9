import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#lib/core/time.ts';
import { HOUSE_VENDOR_ID } from '#lib/payments/values.ts';
import { Products } from '#lib/store/collections.ts';
import { setVendorStatus } from '#lib/store/vendors/vendors.ts';
import { addFamily } from '#tests/support/families.ts';
import { openSmallShop, type SmallShop } from '#tests/support/small-shop.ts';
import { listProducts, wholeFacets } from './catalog.ts';
import { listMakers } from './makers.ts';
import { productsNewestFirst } from './queries.ts';
import { reindexCatalog } from './reindex.ts';

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

  it('shows one picture for the variants of a product', async () => {
    const shop = await openSmallShop();
    const [first] = await makersOf(shop);
    const { rows } = await shop.data.find(productsNewestFirst({ vendorId: first?.vendor.id ?? '' }, 3));
    const ids = rows.map(({ id }) => id);
    const images = [{ fileId: 'fil_1', url: '/demo/shirt.webp', alt: '', width: 8, height: 8 }];
    for (const id of ids) await shop.data.update(Products, id, { images });
    await addFamily(shop, ...ids);
    await reindexCatalog(shop);
    shop.clock.advance(2 * MINUTE_MS);

    const maker = (await makersOf(shop)).find(({ vendor }) => vendor.id === first?.vendor.id);

    expect(maker?.pictures.filter(({ url }) => url === '/demo/shirt.webp')).toHaveLength(1);
  });

  it('leaves out a seller that was suspended a moment ago', async () => {
    const shop = await openSmallShop();
    const [first] = await makersOf(shop);
    if (!first) throw new Error('the shop has no seller');

    await setVendorStatus(shop, first.vendor.id, 'suspended');

    expect((await makersOf(shop)).map(({ vendor }) => vendor.id)).not.toContain(first.vendor.id);
  });
});
