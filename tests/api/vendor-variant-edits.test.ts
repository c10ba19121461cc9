import { beforeEach, describe, expect, it } from 'vitest';
import { GET as list } from '#app/api/store/products/route.ts';
import { PATCH } from '#app/api/vendor/products/[id]/route.ts';
import { AuditLog } from '#lib/audit/collections.ts';
import { newestFirst } from '#lib/notifications/queries.ts';
import { MediaFiles, ProductFamilies, ProductSkus, Products, StockLevels, Vendors } from '#lib/store/collections.ts';
import type { Product } from '#lib/store/schemas/product.ts';
import { call } from '#tests/support/call.ts';
import { asUser } from '#tests/support/context.ts';
import { addFamily } from '#tests/support/families.ts';
import { uploaded, wronglyCounted } from '#tests/support/media.ts';
import { addProduct } from '#tests/support/shop.ts';
import {
  OWN_PRODUCT,
  openTwoSellers,
  type Person,
  RIVAL_PRODUCT,
  type TwoSellers,
} from '#tests/support/two-sellers.ts';
import { everyRow } from '#tests/support/world.ts';

const VARIANTS = [OWN_PRODUCT, 'prd_medium', 'prd_large'];

let world: TwoSellers;
let draft: Partial<Product>;
beforeEach(async () => {
  world = await openTwoSellers();
  draft = { vendorId: 'vnd_lamps', categoryIds: [world.categoryId], status: 'draft', publishedAt: null, version: 1 };
  for (const id of VARIANTS.slice(1)) await addProduct(world.shop, id, 5, { ...draft, title: id });
  await addFamily(world.shop, ...VARIANTS);
});

const edit = (body: object, { as, id = OWN_PRODUCT }: { as?: Person | null; id?: string } = {}) =>
  call(PATCH, {
    ...(as !== null && { as: as ?? world.seller }),
    params: { id },
    body: { applyTo: 'family', ...body },
    method: 'PATCH',
  });
const stored = async (id: string) => (await world.shop.data.need(Products, id)).data;
const all = () => Promise.all(VARIANTS.map(stored));
const versions = async () => (await all()).map(({ version }) => version);
const acts = async () =>
  (await everyRow(world.shop.data, AuditLog))
    .map(({ data }) => data)
    .filter(({ targetType }) => targetType === 'product');

describe('PATCH /api/vendor/products/{id} with applyTo: family', () => {
  it('writes every given field but the SKU to all variants, and records each', async () => {
    const { status, body } = await edit({
      ...{ title: 'Lamp of brass', priceMinor: 12_000, lowAt: 2, status: 'published', sku: 'LAMP-S', version: 1 },
      attributes: [{ name: 'Material', value: 'Brass' }],
    });

    expect(status).toBe(200);
    expect(body.product).toMatchObject({ id: OWN_PRODUCT, sku: 'LAMP-S', version: 2, stock: { lowAt: 2 } });
    const rows = await all();
    for (const row of rows)
      expect(row).toMatchObject({
        ...{ title: 'Lamp of brass', slug: 'lamp-of-brass', priceMinor: 12_000, status: 'published', version: 2 },
        ...{ attributes: [{ name: 'Material', value: 'Brass' }], publishedAt: row.updatedAt },
      });
    expect(rows.map(({ sku }) => sku)).toEqual(['LAMP-S', null, null]);
    expect(await everyRow(world.shop.data, ProductSkus)).toHaveLength(1);
    const levels = await world.shop.data.getMany(StockLevels, VARIANTS);
    expect(levels.map((level) => level?.data.lowAt)).toEqual([2, 2, 2]);
    expect((await acts()).map(({ action, targetId }) => `${action} ${targetId}`).toSorted()).toEqual(
      VARIANTS.map((id) => `product.changed ${id}`).toSorted(),
    );
    await world.shop.drain();
    const { body: found } = await call(list, { query: { search: 'brass', group: 'none' } });
    expect(found.products.map(({ priceMinor }) => priceMinor)).toEqual([12_000, 12_000, 12_000]);
  });

  it('shows one picture in all variants, counts each of them, and keeps those that a variant has', async () => {
    const [first, second] = [await uploaded(world.seller), await uploaded(world.seller)];
    await edit({ images: [{ fileId: first }], applyTo: 'product' }, { id: 'prd_large' });

    const { status } = await edit({
      images: [{ fileId: first, alt: 'Front' }, { fileId: second }],
      status: 'published',
    });
    expect(status).toBe(200);
    for (const { images } of await all())
      expect(images.map(({ fileId, alt }) => [fileId, alt])).toEqual([
        [first, 'Front'],
        [second, ''],
      ]);
    expect((await world.shop.data.need(MediaFiles, first)).data).toMatchObject({ uses: 3, publicUses: 3 });
    expect(await wronglyCounted(world.shop)).toEqual([]);

    expect(await edit({ images: [{ fileId: second }], status: 'draft' })).toMatchObject({ status: 200 });
    expect(await wronglyCounted(world.shop)).toEqual([]);
  });

  it('writes nothing twice, and only to the variants that it changes', async () => {
    await edit({ priceMinor: 12_000 });
    const { status } = await edit({ priceMinor: 12_000, version: 2 });
    expect(status).toBe(200);
    expect(await versions()).toEqual([2, 2, 2]);

    await edit({ title: 'prd_medium' }, { id: 'prd_medium' });
    expect(await versions()).toEqual([3, 2, 3]);
  });

  it('changes all to digital together, which one alone may not become', async () => {
    expect(await edit({ fulfilment: 'digital', applyTo: 'product' })).toMatchObject({ status: 400 });
    expect(await edit({ fulfilment: 'digital' })).toMatchObject({ status: 200 });
    expect((await all()).map(({ fulfilment }) => fulfilment)).toEqual(['digital', 'digital', 'digital']);

    // Each needs a file of its own before it is published.
    const refused = await edit({ status: 'published' });
    expect(refused).toMatchObject({ status: 400, body: { details: { files: expect.any(String) } } });
  });

  it('refuses a single product, a stale version and unknown values', async () => {
    await addProduct(world.shop, 'prd_single', 5, draft);
    expect(await edit({ priceMinor: 1 }, { id: 'prd_single' })).toMatchObject({
      status: 400,
      body: { details: { applyTo: expect.any(String) } },
    });
    expect(await edit({ priceMinor: 1, version: 7 })).toMatchObject({
      status: 409,
      body: { details: { code: 'StaleVersion', version: '1' } },
    });
    for (const wrong of [{ applyTo: 'all' }, { priceMinor: 0 }, { stock: 3 }, { categories: ['nothing'] }])
      expect(await edit({ title: 'Other', ...wrong })).toMatchObject({ status: 400 });
    expect(await versions()).toEqual([1, 1, 1]);
  });

  it('writes nothing when one variant is blocked or would be wrong, and names it', async () => {
    await world.shop.data.update(Products, 'prd_large', { compareAtMinor: 20_000 });
    expect(await edit({ priceMinor: 30_000 })).toMatchObject({
      status: 400,
      body: { details: { compareAtMinor: expect.any(String), productId: 'prd_large' } },
    });
    await world.shop.data.update(Products, 'prd_medium', { status: 'blocked' });
    expect(await edit({ priceMinor: 12_000 })).toMatchObject({
      status: 409,
      body: { details: { code: 'ProductBlocked', productId: 'prd_medium' } },
    });
    expect(await versions()).toEqual([1, 1, 1]);
  });

  it('SI18 is for the seller and, with a reason, for an administrator, whose edit notifies the owner once', async () => {
    const cases = [
      [await edit({ priceMinor: 1 }, { as: null }), 401],
      [await edit({ priceMinor: 1 }, { as: await asUser(world.shop) }), 403],
      [await edit({ priceMinor: 1 }, { as: world.rival }), 404],
      [await edit({ priceMinor: 1 }, { id: RIVAL_PRODUCT }), 404],
      [await edit({ priceMinor: 1, reason: 'no' }, { as: world.admin }), 400],
    ] as const;
    expect(cases.map(([{ status }]) => status)).toEqual(cases.map(([, status]) => status));
    await world.shop.data.update(Vendors, 'vnd_lamps', { status: 'suspended' });
    expect(await edit({ priceMinor: 1 })).toMatchObject({ status: 403 });
    await world.shop.data.update(Vendors, 'vnd_lamps', { status: 'approved' });
    expect(await versions()).toEqual([1, 1, 1]);

    await edit({ priceMinor: 12_000, reason: 'As agreed by phone' }, { as: world.admin });
    await world.shop.drain();
    expect(await versions()).toEqual([2, 2, 2]);
    const { rows } = await world.shop.data.find(newestFirst({ userId: world.seller.user.id }, 9));
    expect(rows.filter(({ data }) => data.message.includes('As agreed by phone'))).toHaveLength(1);
  });

  it('is whole when two edits come at the same time', async () => {
    const both = await Promise.all([edit({ priceMinor: 11_000 }), edit({ priceMinor: 12_000 }, { id: 'prd_large' })]);

    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(new Set((await all()).map(({ priceMinor }) => priceMinor)).size).toBe(1);
    expect(await versions()).toEqual([3, 3, 3]);
  });

  it('changes sixty variants in one transaction, and refuses more pictures than that may count', async () => {
    const sizes = Array.from({ length: 30 }, (_, i) => `No ${i}`);
    const values = sizes.flatMap((size) => [
      [size, 'Red'],
      [size, 'Blue'],
    ]);
    const option = (name: string, texts: string[]) => ({
      name,
      names: {},
      values: texts.map((value) => ({ value, labels: {} })),
    });
    const image = (fileId: string) => ({ fileId, url: `/api/media/${fileId}`, alt: '', width: 10, height: 10 });
    const ids = await Promise.all(
      values.map(async (optionValues, i) => {
        const images = Array.from({ length: 6 }, (__, n) => image(`fil_${i}x${n}`));
        await addProduct(world.shop, `prd_many${i}`, 1, {
          ...draft,
          ...{ familyId: 'fam_many', optionValues, images: i < 49 ? images : [] },
        });
        return `prd_many${i}`;
      }),
    );
    await world.shop.data.batch((write) =>
      write.create(ProductFamilies, 'fam_many', {
        vendorId: 'vnd_lamps',
        options: [option('Number', sizes), option('Color', ['Red', 'Blue'])],
        members: ids.map((productId, i) => ({ productId, values: values[i] ?? [] })),
        ...{
          version: 1,
          createdAt: draft.createdAt ?? '2026-01-01T00:00:00.000Z',
          updatedAt: '2026-01-01T00:00:00.000Z',
        },
      }),
    );

    const id = ids[0] ?? '';
    expect(await edit({ description: 'Text', lowAt: 1, status: 'published' }, { id })).toMatchObject({ status: 200 });
    const rows = await world.shop.data.getMany(Products, ids);
    expect(new Set(rows.map((row) => `${row?.data.status} ${row?.data.version}`))).toEqual(new Set(['published 2']));

    const eight = Array.from({ length: 8 }, (_, n) => image(`fil_more${n}`));
    await world.shop.data.update(Products, ids.at(-1) ?? '', { images: eight });
    expect(await edit({ images: [] }, { id })).toMatchObject({
      status: 409,
      body: { details: { code: 'TooManyPictures' } },
    });
  });
});
