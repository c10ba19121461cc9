import { beforeEach, describe, expect, it } from 'vitest';
import { GET } from '#app/api/vendor/products/route.ts';
import { Products, StockLevels, Vendors } from '#lib/store/collections.ts';
import { createProducts } from '#lib/store/products/products.ts';
import { changeStock } from '#lib/store/stock/change-stock.ts';
import { indexChangedStock } from '#lib/store/stock/stock-index.ts';
import type { Call } from '#tests/support/call.ts';
import { call } from '#tests/support/call.ts';
import { asUser } from '#tests/support/context.ts';
import { openTwoSellers, type Person, type TwoSellers } from '#tests/support/two-sellers.ts';

let world: TwoSellers;
let ids: string[];
/** Oldest first. */
const goods = [
  { title: 'Amber lamp', priceMinor: 300, categories: ['desk-lamps'], stock: 9, sku: 'AL-77' },
  { title: 'Bronze lamp', priceMinor: 100, categories: ['lighting'], stock: 0, status: 'hidden' as const },
  { title: 'Clay mug', priceMinor: 200, categories: ['tableware'], stock: 4, status: 'draft' as const },
];

beforeEach(async () => {
  world = await openTwoSellers();
  ids = [];
  for (const product of goods) {
    world.shop.clock.advance(1_000);
    ids.push(...(await createProducts(world.shop, [{ ...product, vendorId: 'vnd_lamps' }])));
  }
  await world.shop.drain();
});

const list = (query: Call['query'] = {}, as: Person | null = world.seller) => call(GET, { ...(as && { as }), query });
const titles = async (query: Call['query'] = {}, as?: Person) =>
  (await list(query, as)).body.products.map(({ title }) => title);

describe('GET /api/vendor/products', () => {
  it('lists the own products of every state, the last change first, without their descriptions', async () => {
    const { body } = await list();

    expect(body.products.map(({ title }) => title)).toEqual(['Clay mug', 'Bronze lamp', 'Amber lamp', 'Reading lamp']);
    expect(body).toMatchObject({ total: 4, nextCursor: null });
    expect(body.products[0]).toMatchObject({ status: 'draft', unlistedBecause: 'draft', stock: { onHand: 4 } });
    expect(body.products[0]).not.toHaveProperty('description');
  });

  it.each([
    [{ status: 'hidden' }, ['Bronze lamp']],
    [{ search: 'lamp', sortBy: 'title' }, ['Amber lamp', 'Bronze lamp']],
    [{ search: 'AL-77' }, ['Amber lamp']],
    [{ search: '—' }, []],
    [{ search: 'lamp', status: 'hidden' }, ['Bronze lamp']],
    [{ category: 'lighting' }, ['Bronze lamp', 'Amber lamp']],
    [{ category: 'nowhere' }, []],
    [{ familyId: 'fam_none' }, []],
    [{ sortBy: 'title' }, ['Amber lamp', 'Bronze lamp', 'Clay mug']],
    [{ sortBy: 'stock' }, ['Bronze lamp', 'Clay mug', 'Amber lamp']],
    [{ sortBy: 'price' }, ['Bronze lamp', 'Clay mug', 'Amber lamp']],
  ])('filters and sorts: %j', async (query, expected) => {
    // The two drafts of this shop were inserted without their index entries.
    expect((await titles(query)).filter((title) => title !== 'Reading lamp')).toEqual(expected);
  });

  it('shows the products that run low, as soon as their stock is indexed', async () => {
    await world.shop.data.update(StockLevels, ids[0] ?? '', { lowAt: 5 });
    expect(await titles({ lowStock: true })).toEqual([]);

    await changeStock(world.shop, ids[0] ?? '', { delta: -4, kind: 'correction' });
    await indexChangedStock(world.shop);

    expect(await titles({ lowStock: true })).toEqual(['Amber lamp']);
    expect((await list({ sortBy: 'stock' })).body.products.map(({ stock }) => stock.available)).toEqual([0, 4, 5]);
  });

  it.each([{}, { sortBy: 'title' }, { sortBy: 'price', search: 'lamp' }])(
    'walks every product once, page by page: %j',
    async (query) => {
      const all = await titles(query);
      const seen: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const { body }: Awaited<ReturnType<typeof list>> = await list({
          ...query,
          limit: 1,
          ...(cursor && { cursor }),
        });
        seen.push(...body.products.map(({ title }) => title));
        cursor = body.nextCursor;
      }
      expect(seen).toEqual(all);
    },
  );

  it('SI18 shows each seller the own products alone, and an administrator those of any', async () => {
    expect(await titles({}, world.rival)).toEqual(['Blue vase']);
    expect(await titles({ search: 'lamp' }, world.rival)).toEqual([]);
    expect((await list({ vendorId: 'vnd_lamps' }, world.rival)).status).toBe(404);
    expect((await list({ vendorId: 'vnd_none' }, world.rival)).status).toBe(404);

    expect(await titles({ vendorId: 'vnd_vases' }, world.admin)).toEqual(['Blue vase']);
    expect((await list({}, world.admin)).body.products.every(({ vendorId }) => vendorId === 'vnd_platform')).toBe(true);
    expect((await list({ vendorId: 'vnd_none' }, world.admin)).status).toBe(400);
  });

  it('is open to a suspended seller, and closed to anyone without an approved shop', async () => {
    await world.shop.data.update(Vendors, 'vnd_lamps', { status: 'suspended' });
    expect((await list()).status).toBe(200);
    await world.shop.data.update(Vendors, 'vnd_lamps', { status: 'applied' });
    expect(await list()).toMatchObject({ status: 403, body: { details: { code: 'VendorNotApproved' } } });
    expect((await list({}, await asUser(world.shop))).status).toBe(403);
    expect((await list({}, null)).status).toBe(401);
  });

  it.each([
    ['status', { status: 'gone' }],
    ['sortBy', { sortBy: 'rating' }],
    ['lowStock', { lowStock: 'yes' }],
    ['limit', { limit: 0 }],
    ['search', { search: 'x'.repeat(201) }],
    ['cursor', { cursor: '!' }],
    ['cursor', { cursor: 'own_xyz' }],
    ['cursor', { cursor: 'own_xyz', sortBy: 'title' }],
  ])('refuses a wrong %s: %j', async (field, query) => {
    const { status, body } = await list(query);

    expect({ status, fields: Object.keys(body.details ?? {}) }).toEqual({ status: 400, fields: [field] });
  });

  it('refuses a cursor of another order', async () => {
    const { body } = await list({ sortBy: 'title', limit: 1 });

    expect((await list({ sortBy: 'price', cursor: body.nextCursor ?? '' })).status).toBe(400);
  });

  it('forgets a deleted product at once', async () => {
    await world.shop.data.delete(Products, ids[0] ?? '');

    expect(await titles({ sortBy: 'title' })).toEqual(['Bronze lamp', 'Clay mug']);
  });
});
