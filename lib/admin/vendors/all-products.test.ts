import { beforeEach, describe, expect, it } from 'vitest';
import { blockEntity } from '#lib/admin/moderation/moderation.ts';
import { indexOwnProducts } from '#lib/store/products/own-products-index.ts';
import { addProduct } from '#tests/support/shop.ts';
import { OWN_PRODUCT, openTwoSellers, RIVAL_PRODUCT, type TwoSellers } from '#tests/support/two-sellers.ts';
import { listAllProducts } from './all-products.ts';

let world: TwoSellers;
beforeEach(async () => {
  world = await openTwoSellers();
  await addProduct(world.shop, 'prd_sofa', 1, { vendorId: 'vnd_lamps', title: 'Sofa', sku: 'SOFA-1' });
  await indexOwnProducts(world.shop, [OWN_PRODUCT, RIVAL_PRODUCT, 'prd_sofa']);
});

const found = async (query: Omit<Parameters<typeof listAllProducts>[1], 'limit'>, limit = 9) =>
  (await listAllProducts(world.admin, { ...query, limit })).products.map(({ id }) => id).toSorted();

describe('listAllProducts', () => {
  it('finds the products of all sellers by words, article number and status', async () => {
    expect(await found({ q: 'reading lamp' })).toEqual([OWN_PRODUCT]);
    expect(await found({ q: 'sofa-1' })).toEqual(['prd_sofa']);
    expect(await found({ q: 'blue vase' })).toEqual([RIVAL_PRODUCT]);
    expect(await found({ status: 'draft', seller: 'vnd' })).toEqual([OWN_PRODUCT, RIVAL_PRODUCT].toSorted());
    expect(await found({ q: '–' })).toEqual([]);
  });

  it('finds those of a seller, by its address or by words, and none of an unknown one', async () => {
    expect(await found({ seller: 'vnd-lamps' })).toEqual([OWN_PRODUCT, 'prd_sofa'].toSorted());
    expect(await found({ seller: 'vendor vases' })).toEqual([RIVAL_PRODUCT]);
    expect(await found({ seller: 'nobody', q: 'lamp' })).toEqual([]);
  });

  it('shows the seller, the case of a product that was taken down, and pages', async () => {
    await blockEntity(world.admin, { entityId: 'prd_sofa', reason: 'A forgery' });
    await world.shop.drain();

    const { products } = await listAllProducts(world.admin, { status: 'blocked', limit: 9 });
    expect(products).toMatchObject([
      { id: 'prd_sofa', vendorName: 'Vendor vnd_lamps', caseVersion: expect.any(Number), blockedReason: 'A forgery' },
    ]);
    const first = await listAllProducts(world.admin, { limit: 2, seller: 'vnd' });
    const rest = await listAllProducts(world.admin, { limit: 2, seller: 'vnd', cursor: first.nextCursor ?? '' });
    expect([first.total, first.products.length, rest.products.length, rest.nextCursor]).toEqual([3, 2, 1, null]);
  });
});
