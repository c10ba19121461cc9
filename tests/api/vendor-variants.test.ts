import { beforeEach, describe, expect, it } from 'vitest';
import { GET as list } from '#app/api/store/products/route.ts';
import { POST as add } from '#app/api/vendor/families/[id]/variants/route.ts';
import { auditFamilies } from '#lib/store/audit/family.ts';
import { auditStock } from '#lib/store/audit/stock.ts';
import { MediaFiles, ProductFamilies, ProductSkus, Products } from '#lib/store/collections.ts';
import { call } from '#tests/support/call.ts';
import { addFamily } from '#tests/support/families.ts';
import { uploaded } from '#tests/support/media.ts';
import { OWN_PRODUCT, openTwoSellers, type TwoSellers } from '#tests/support/two-sellers.ts';
import { everyRow, readWorld } from '#tests/support/world.ts';

let world: TwoSellers;
let familyId: string;
beforeEach(async () => {
  world = await openTwoSellers();
  await world.shop.data.update(Products, OWN_PRODUCT, {
    ...{ status: 'published', publishedAt: world.shop.now().toISOString() },
    ...{ priceMinor: 10_000, compareAtMinor: 12_000, prices: { EUR: 300 }, sku: null },
    ...{ rating: { sum: 9, count: 2 }, sold30d: 4, attributes: [{ name: 'Material', value: 'Brass' }] },
  });
  familyId = await addFamily(world.shop, OWN_PRODUCT);
});

const ask = (variants: unknown, more: { key?: string; from?: string; as?: TwoSellers['seller'] } = {}) =>
  call(add, {
    as: more.as ?? world.seller,
    params: { id: familyId },
    body: { variants, ...(more.from && { from: more.from }) },
    ...(more.key && { headers: { 'idempotency-key': more.key } }),
  });
const products = () => everyRow(world.shop.data, Products);
const isSound = async () => [
  ...auditFamilies(await everyRow(world.shop.data, ProductFamilies), await products()),
  ...auditStock(await readWorld(world.shop.data)),
];

describe('POST /api/vendor/families/{id}/variants', () => {
  it('adds copies of the first member with their own values, price, stock and article number', async () => {
    const { status, body } = await ask([
      { values: ['M'], stock: 3, sku: 'L-M' },
      { values: ['L'], priceMinor: 15_000 },
    ]);

    expect(status).toBe(201);
    const [medium, large] = body.products;
    expect(medium).toMatchObject({
      title: 'Reading lamp',
      status: 'published',
      listed: true,
      ...{ priceMinor: 10_000, compareAtMinor: 12_000, prices: { EUR: 300 }, sku: 'L-M' },
      ...{ rating: { average: null, count: 0 }, sold30d: 0, version: 1 },
      attributes: [{ name: 'Material', value: 'Brass' }],
      stock: { onHand: 3, available: 3 },
      family: { id: familyId, options: [{ name: 'Size', value: 'M' }] },
    });
    // What belongs to another price is not copied.
    expect(large).toMatchObject({ priceMinor: 15_000, compareAtMinor: null, prices: {}, stock: { onHand: 0 } });
    expect(body.family.members.map(({ values }) => values)).toEqual([['S'], ['M'], ['L']]);
    expect(await isSound()).toEqual([]);
  });

  it('puts the new variants into the catalog, each by itself and as one card with their siblings', async () => {
    const { body } = await ask([{ values: ['M'], stock: 3 }]);
    await world.shop.drain();

    const id = body.products[0]?.id ?? '';
    const alone = await call(list, { query: { ids: id } });
    expect(alone.body.products).toMatchObject([{ id, options: [{ name: 'Size', value: 'M' }], available: 3 }]);
    const cards = await call(list, { query: { search: 'Reading lamp' } });
    expect(cards.body.products.map(({ family }) => family)).toContainEqual(
      expect.objectContaining({ id: familyId, count: 2 }),
    );
  });

  it('gives a digital variant no file of its sibling, so that it waits as a draft for its own', async () => {
    await world.shop.data.update(Products, OWN_PRODUCT, {
      fulfilment: 'digital',
      fileIds: ['pfl_0123456789abcdefghij'],
    });
    const { status, body } = await ask([{ values: ['M'], stock: 3 }]);

    expect(status).toBe(201);
    expect(body.products[0]).toMatchObject({ status: 'draft', listed: false, files: [] });
    expect(await isSound()).toEqual([]);
  });

  it('creates once per Idempotency-Key, and refuses the key for another body', async () => {
    const variants = [{ values: ['M'], stock: 1 }];
    const [first, second] = [await ask(variants, { key: 'k' }), await ask(variants, { key: 'k' })];

    expect(second.body.products.map(({ id }) => id)).toEqual(first.body.products.map(({ id }) => id));
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect((await ask([{ values: ['L'] }], { key: 'k' })).body).toMatchObject({
      details: { code: 'IdempotencyMismatch' },
    });
    const count = (await products()).length;
    const both = await Promise.all([ask([{ values: ['L'] }], { key: 'q' }), ask([{ values: ['L'] }], { key: 'q' })]);
    expect(both.map(({ status }) => status)).toEqual([201, 201]);
    expect((await products()).length).toBe(count + 1);
  });

  it.each([
    ['values of a member', [{ values: ['S'] }], 'members'],
    ['the same values twice', [{ values: ['M'] }, { values: ['M'] }], 'members'],
    ['an unknown value', [{ values: ['Huge'] }], 'members'],
    ['an unknown picture', [{ values: ['M'], images: [{ fileId: 'fil_none' }] }], 'variants.0.images.0.fileId'],
  ])('rejects %s and writes nothing', async (_, variants, field) => {
    const before = (await products()).length;

    const { status, body } = await ask(variants);
    expect(status).toBe(400);
    expect(Object.keys(body.details ?? {})).toEqual([field]);
    expect((await products()).length).toBe(before);
  });

  it('rejects a copy of a product outside the family, and more than twenty at once', async () => {
    expect(await ask([{ values: ['M'] }], { from: 'prd_vase' })).toMatchObject({
      status: 400,
      body: { details: { from: expect.any(String) } },
    });
    expect(await ask(Array.from({ length: 21 }, (_, i) => ({ values: [`No ${i}`] })))).toMatchObject({ status: 400 });
    expect(await ask([])).toMatchObject({ status: 400 });
  });

  it('refuses an article number that is used, also twice in one call', async () => {
    await ask([{ values: ['M'], sku: 'X' }]);

    expect((await ask([{ values: ['L'], sku: 'X' }])).body).toMatchObject({ details: { code: 'SkuTaken' } });
    const twice = [
      { values: ['L'], sku: 'Y' },
      { values: ['XL'], sku: 'Y' },
    ];
    expect((await ask(twice)).body).toMatchObject({ details: { code: 'SkuTaken' } });
    expect(await everyRow(world.shop.data, ProductSkus)).toHaveLength(1);
  });

  it('counts a picture that several variants share', async () => {
    const fileId = await uploaded(world.seller);
    const images = [{ fileId }];

    const { status } = await ask(['M', 'L'].map((size) => ({ values: [size], images })));
    expect(status).toBe(201);
    expect((await world.shop.data.need(MediaFiles, fileId)).data).toMatchObject({
      uses: 2,
      publicUses: 2,
      state: 'used',
    });
  });

  it('is refused for a blocked member and for another seller', async () => {
    expect(await ask([{ values: ['M'] }], { as: world.rival })).toMatchObject({ status: 404 });
    await world.shop.data.update(Products, OWN_PRODUCT, { status: 'blocked' });
    expect((await ask([{ values: ['M'] }])).body).toMatchObject({ details: { code: 'ProductBlocked' } });
  });
});
