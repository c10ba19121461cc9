import { beforeEach, describe, expect, it } from 'vitest';
import { DELETE, GET, PATCH } from '#app/api/vendor/products/[id]/route.ts';
import { AuditLog } from '#lib/audit/collections.ts';
import { newestFirst } from '#lib/notifications/queries.ts';
import { auditStock } from '#lib/store/audit/stock.ts';
import { ProductSkus, Products, StockLevels, Vendors } from '#lib/store/collections.ts';
import { planMove } from '#lib/store/products/products.ts';
import { call } from '#tests/support/call.ts';
import { asUser } from '#tests/support/context.ts';
import {
  OWN_PRODUCT,
  openTwoSellers,
  type Person,
  RIVAL_PRODUCT,
  type TwoSellers,
} from '#tests/support/two-sellers.ts';
import { everyRow, readWorld } from '#tests/support/world.ts';

let world: TwoSellers;
beforeEach(async () => {
  world = await openTwoSellers();
});

type As = { readonly as?: Person; readonly id?: string };
const read = ({ as = world.seller, id = OWN_PRODUCT }: As = {}) => call(GET, { as, params: { id } });
const edit = (body: unknown, { as = world.seller, id = OWN_PRODUCT }: As = {}) =>
  call(PATCH, { as, params: { id }, body, method: 'PATCH' });
const remove = (body: unknown = {}, { as = world.seller, id = OWN_PRODUCT }: As = {}) =>
  call(DELETE, { as, params: { id }, body, method: 'DELETE' });
const stored = async (id = OWN_PRODUCT) => (await world.shop.data.need(Products, id)).data;
const actsOn = async (id: string) =>
  (await everyRow(world.shop.data, AuditLog)).map(({ data }) => data).filter(({ targetId }) => targetId === id);

describe('GET /api/vendor/products/{id}', () => {
  it('returns a draft with its stock to its seller, and to a suspended one', async () => {
    const { status, body } = await read();

    expect(status).toBe(200);
    expect(body.product).toMatchObject({
      id: OWN_PRODUCT,
      status: 'draft',
      listed: false,
      unlistedBecause: 'draft',
      stock: { onHand: 5, held: 0, available: 5, lowAt: null },
    });
    await world.shop.data.update(Vendors, 'vnd_lamps', { status: 'suspended' });
    expect(await read()).toMatchObject({ status: 200, body: { product: { unlistedBecause: 'draft' } } });
  });

  it('says why a product is not listed', async () => {
    const because = async () => (await read()).body.product.unlistedBecause;
    const become = (patch: object) => world.shop.data.update(Products, OWN_PRODUCT, patch);

    await become({ status: 'published' });
    expect(await because()).toBeNull();
    await become({ currency: 'GBP' });
    expect(await because()).toBe('price');
    await become({ currency: 'UAH', fulfilment: 'digital' });
    expect(await because()).toBe('files');
    await world.shop.data.update(Vendors, 'vnd_lamps', { status: 'suspended' });
    expect(await because()).toBe('vendor');
    await become({ status: 'archived' });
    expect(await because()).toBe('archived');
  });

  it('returns the reason of a block', async () => {
    const row = await world.shop.data.need(Products, OWN_PRODUCT);
    await world.shop.data.tx(async (t) => (await planMove(t, row, 'blocked', world.shop.now(), 'A forgery'))(t));

    expect((await read()).body.product).toMatchObject({ status: 'blocked', blockedReason: 'A forgery' });
  });
});

describe('SI18 the products of two sellers', () => {
  it('are as if missing to each other, on every route', async () => {
    const asked = [
      (id: string) => read({ id }),
      (id: string) => edit({ priceMinor: 1 }, { id }),
      (id: string) => edit('broken', { id }),
      (id: string) => remove({}, { id }),
    ];

    for (const ask of asked) {
      const [others, missing] = [await ask(RIVAL_PRODUCT), await ask('prd_none')];
      expect(others.status).toBe(404);
      expect(others.text.replace(RIVAL_PRODUCT, 'prd_none').replace(/"requestId":"[^"]*"/, '')).toBe(
        missing.text.replace(/"requestId":"[^"]*"/, ''),
      );
    }
    expect((await stored(RIVAL_PRODUCT)).version).toBe(1);
  });

  it('can be neither read nor written by users without an approved shop', async () => {
    const nobody = await asUser(world.shop);
    for (const reply of [await read({ as: nobody }), await edit({}, { as: nobody }), await remove({}, { as: nobody })])
      expect(reply).toMatchObject({ status: 403, body: { details: { code: 'VendorNotApproved' } } });

    await world.shop.data.update(Vendors, 'vnd_lamps', { status: 'suspended' });
    for (const reply of [await edit('broken'), await edit({ priceMinor: 1 }), await remove()])
      expect(reply).toMatchObject({ status: 403, body: { details: { code: 'VendorNotApproved' } } });
    expect((await stored()).version).toBe(1);
  });
});

describe('PATCH /api/vendor/products/{id}', () => {
  it('changes the given fields alone, raises the version and records what changed without texts', async () => {
    const before = await stored();

    const { status, body } = await edit({ title: 'Floor lamp', priceMinor: 20_000, lowAt: 3, version: 1 });

    expect(status).toBe(200);
    expect(body.product).toMatchObject({ title: 'Floor lamp', slug: 'floor-lamp', priceMinor: 20_000, version: 2 });
    expect(body.product.stock.lowAt).toBe(3);
    const { title: _, slug: __, priceMinor: ___, version: ____, updatedAt: _____, ...kept } = before;
    expect(await stored()).toMatchObject(kept);
    expect(await actsOn(OWN_PRODUCT)).toMatchObject([
      {
        action: 'product.changed',
        actorId: world.seller.user.id,
        before: { priceMinor: 10_000, lowAt: null },
        after: { vendorId: 'vnd_lamps', fields: 'slug,title,priceMinor,lowAt', priceMinor: 20_000, lowAt: 3 },
      },
    ]);
    expect(JSON.stringify(await actsOn(OWN_PRODUCT))).not.toContain('Floor');
  });

  it('writes nothing for an edit without effect', async () => {
    const { status, body } = await edit({ title: 'Reading lamp', priceMinor: 10_000, lowAt: null });

    expect({ status, version: body.product.version }).toEqual({ status: 200, version: 1 });
    expect(await actsOn(OWN_PRODUCT)).toEqual([]);
    expect((await edit({})).body.product.version).toBe(1);
  });

  it('moves a product between its states, and keeps the first publication', async () => {
    const published = (await edit({ status: 'published' })).body.product;
    world.shop.clock.advance(60_000);
    const states = [];
    for (const status of ['hidden', 'published', 'archived', 'draft'] as const) {
      const { product } = (await edit({ status })).body;
      states.push([product.status, product.listed, product.publishedAt]);
    }

    expect(published).toMatchObject({ listed: true, publishedAt: published.updatedAt });
    expect(states).toEqual([
      ['hidden', false, published.publishedAt],
      ['published', true, published.publishedAt],
      ['archived', false, published.publishedAt],
      ['draft', false, published.publishedAt],
    ]);
  });

  it('refuses an edit of an older version and names the current one', async () => {
    await edit({ priceMinor: 20_000 });

    const { status, body } = await edit({ priceMinor: 30_000, version: 1 });

    expect({ status, details: body.details }).toEqual({ status: 409, details: { code: 'StaleVersion', version: '2' } });
    expect((await stored()).priceMinor).toBe(20_000);
  });

  it('accepts one of ten concurrent edits of the same version', async () => {
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, n) => edit({ priceMinor: 1_000 + n, version: 1 })),
    );

    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ body }) => body.details?.code === 'StaleVersion')).toHaveLength(9);
    expect((await stored()).version).toBe(2);
    expect(await actsOn(OWN_PRODUCT)).toHaveLength(1);
  });

  it('leaves a blocked product as it is', async () => {
    await world.shop.data.update(Products, OWN_PRODUCT, { status: 'blocked' });

    for (const body of [{ status: 'published' }, { title: 'Another' }])
      expect(await edit(body)).toMatchObject({ status: 409, body: { details: { code: 'ProductBlocked' } } });
    expect(await remove()).toMatchObject({ status: 409, body: { details: { code: 'ProductBlocked' } } });
  });

  it('claims a new article number and frees the former one', async () => {
    await edit({ sku: 'L-1' });
    const second = { ...(await stored()), sku: null };
    await world.shop.data.set(Products, 'prd_second', second);

    expect(await edit({ sku: 'L-1' }, { id: 'prd_second' })).toMatchObject({
      status: 409,
      body: { details: { code: 'SkuTaken' } },
    });
    expect((await edit({ sku: 'L-1' })).status).toBe(200);
    await edit({ sku: null });
    expect((await edit({ sku: 'L-1' }, { id: 'prd_second' })).body.product.sku).toBe('L-1');
    expect(await everyRow(world.shop.data, ProductSkus)).toHaveLength(1);
  });

  it.each([
    ['stock', { stock: 5 }],
    ['vendorId', { vendorId: 'vnd_vases' }],
    ['rating', { rating: { sum: 5, count: 1 } }],
    ['reason', { reason: 'Because I can' }],
    ['title', { title: '' }],
    ['categories', { categories: ['nowhere'] }],
    ['currency', { currency: 'GBP' }],
    ['compareAtMinor', { compareAtMinor: 10_000 }],
    ['compareAtMinor', { compareAtMinor: 20_000, priceMinor: 30_000 }],
    ['prices.UAH', { prices: { UAH: 5 } }],
    ['images.0.fileId', { images: [{ fileId: 'fil_unknown' }] }],
    ['status', { status: 'blocked' }],
    ['files', { status: 'published', fulfilment: 'digital' }],
    ['lowAt', { lowAt: 1.5 }],
    ['version', { version: -1 }],
  ])('refuses a wrong %s and changes nothing', async (field, patch) => {
    const { status, body } = await edit(patch);

    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain(field);
    expect((await stored()).version).toBe(1);
  });

  it('hides a product that has become unsound, but does not let the edit itself be wrong', async () => {
    await world.shop.data.update(Products, OWN_PRODUCT, { currency: 'GBP', status: 'published' });

    expect((await edit({ status: 'hidden' })).status).toBe(200);
    expect((await edit({ currency: 'GBP' })).body.details).toEqual({ currency: 'is not a currency of this shop' });
  });

  it('keeps, orders and describes the images that a product has', async () => {
    const image = { url: '/demo/a.webp', alt: '', width: 10, height: 10 };
    const images = [
      { ...image, fileId: 'fil_a' },
      { ...image, fileId: 'fil_b' },
    ];
    await world.shop.data.update(Products, OWN_PRODUCT, { images });

    const { body } = await edit({ images: [{ fileId: 'fil_b', alt: 'From above' }, { fileId: 'fil_a' }] });

    expect(body.product.images.map(({ fileId, alt }) => [fileId, alt])).toEqual([
      ['fil_b', 'From above'],
      ['fil_a', ''],
    ]);
    expect((await edit({ images: [{ fileId: 'fil_a' }, { fileId: 'fil_a' }] })).status).toBe(400);
  });

  it('by an administrator is recorded with both ids and the reason, and told to the owner once', async () => {
    const { status } = await edit({ status: 'hidden', reason: 'A wrong picture' }, { as: world.admin });
    await world.shop.drain();

    expect(status).toBe(200);
    expect(await actsOn(OWN_PRODUCT)).toMatchObject([
      {
        actorId: world.admin.user.id,
        reason: 'A wrong picture',
        after: { vendorId: 'vnd_lamps', ownerId: world.seller.user.id, status: 'hidden' },
      },
    ]);
    const told = await world.shop.data.find(newestFirst({ userId: world.seller.user.id }, 5));
    expect(told.rows.map(({ data }) => data.message)).toEqual([
      'An administrator of Plaza changed it. A wrong picture',
    ]);
    expect((await edit({ reason: 'no' }, { as: world.admin })).status).toBe(400);
  });
});

describe('DELETE /api/vendor/products/{id}', () => {
  it('deletes a product that was never published, with its stock and its claim', async () => {
    await edit({ sku: 'L-1' });

    expect(await remove()).toMatchObject({ status: 200, body: { deleted: true, id: OWN_PRODUCT } });

    expect((await read()).status).toBe(404);
    expect((await remove()).status).toBe(404);
    expect(await everyRow(world.shop.data, ProductSkus)).toEqual([]);
    expect(await world.shop.data.get(StockLevels, OWN_PRODUCT)).toBeUndefined();
    expect(auditStock(await readWorld(world.shop.data))).toEqual([]);
    expect((await actsOn(OWN_PRODUCT)).map(({ action }) => action)).toContain('product.deleted');
  });

  it('refuses a product that was ever published, also as a draft again', async () => {
    await edit({ status: 'published' });
    await edit({ status: 'draft' });

    expect(await remove()).toMatchObject({ status: 409, body: { details: { code: 'ProductUsed' } } });
    expect((await read()).status).toBe(200);
  });

  it('deletes once, however many calls come at the same time', async () => {
    const replies = await Promise.all(Array.from({ length: 5 }, () => remove()));

    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 404)).toHaveLength(4);
    expect((await actsOn(OWN_PRODUCT)).filter(({ action }) => action === 'product.deleted')).toHaveLength(1);
  });
});
