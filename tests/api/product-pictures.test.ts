import { beforeEach, describe, expect, it } from 'vitest';
import { DELETE as removePicture, GET as seePicture } from '#app/api/media/[id]/route.ts';
import { POST as createProduct } from '#app/api/store/products/route.ts';
import { DELETE, PATCH } from '#app/api/vendor/products/[id]/route.ts';
import { installRuntime } from '#lib/context/runtime.ts';
import { DAY_MS } from '#lib/core/time.ts';
import { MediaFiles, MediaUse, Products, Vendors } from '#lib/store/collections.ts';
import { clearMedia } from '#lib/store/media/remove-media.ts';
import { getPublicProduct } from '#lib/store/products/products.ts';
import type { MediaFile } from '#lib/store/schemas/media.ts';
import { appliedButRepeated } from '#tests/support/applied-but-repeated.ts';
import { call } from '#tests/support/call.ts';
import { addPicture, picture, post, wronglyCounted } from '#tests/support/media.ts';
import { OWN_PRODUCT, openTwoSellers, type Person, type TwoSellers } from '#tests/support/two-sellers.ts';
import { everyRow } from '#tests/support/world.ts';

let world: TwoSellers;
beforeEach(async () => {
  world = await openTwoSellers();
});

const lamp = { title: 'Bedside lamp', priceMinor: 45_000, categories: ['lighting'] };
const imagesOf = (...fileIds: readonly string[]) => fileIds.map((fileId) => ({ fileId }));
const create = (body: object, { as = world.seller, key = '' }: { as?: Person; key?: string } = {}) =>
  call(createProduct, { as, body: { ...lamp, ...body }, ...(key && { headers: { 'idempotency-key': key } }) });
const edit = (body: object, { as = world.seller, id = OWN_PRODUCT }: { as?: Person; id?: string } = {}) =>
  call(PATCH, { as, params: { id }, body, method: 'PATCH' });
const removeProduct = () => call(DELETE, { as: world.seller, params: { id: OWN_PRODUCT }, body: {}, method: 'DELETE' });
const drop = (id: string) => call(removePicture, { as: world.seller, params: { id }, method: 'DELETE' });
const see = async (id: string, as?: Person) =>
  (await call(seePicture, { ...(as && { as }), params: { id }, query: {} })).status;
const own = (patch: Partial<MediaFile> = {}) => addPicture(world.shop, { vendorId: 'vnd_lamps', ...patch });
const owned = (count: number) => Promise.all(Array.from({ length: count }, () => own()));
const usesOf = async (id: string) => {
  const { uses, publicUses, state } = (await world.shop.data.need(MediaFiles, id)).data;
  return { uses, publicUses, state };
};
const unused = { uses: 0, publicUses: 0, state: 'staged' };
const inDraft = { uses: 1, publicUses: 0, state: 'used' };
const inPublic = { uses: 1, publicUses: 1, state: 'used' };
const countOf = async () => (await everyRow(world.shop.data, Products)).length;

describe('a product with an uploaded picture', () => {
  it('is created with the picture of its seller, which its public page and everyone then see', async () => {
    const { file } = (await post(world.seller, await picture(400, 300))).body;
    expect(await see(file.id)).toBe(404);

    const { status, body } = await create({ images: [{ fileId: file.id, alt: 'A lamp on a table' }] });

    expect(status).toBe(201);
    const shown = { url: file.url, alt: 'A lamp on a table', width: 400, height: 300 };
    expect(body.product.images).toEqual([{ fileId: file.id, ...shown }]);
    expect(await getPublicProduct(world.shop, body.product.id)).toMatchObject({ image: shown, images: [shown] });
    expect(await usesOf(file.id)).toEqual(inPublic);
    expect(await see(file.id)).toBe(200);
    expect(await drop(file.id)).toMatchObject({ status: 409, body: { details: { code: 'FileInUse' } } });
  });

  it('gets, keeps, orders and loses pictures by edits', async () => {
    const [first = '', second = ''] = await owned(2);
    await edit({ images: imagesOf(first) });

    const { body } = await edit({ images: [{ fileId: second, alt: 'Above' }, { fileId: first }] });

    expect(body.product.images.map(({ fileId, url, alt }) => [fileId, url, alt])).toEqual([
      [second, `/api/media/${second}`, 'Above'],
      [first, `/api/media/${first}`, ''],
    ]);
    expect([await usesOf(first), await usesOf(second)]).toEqual([inDraft, inDraft]);
    await edit({ images: imagesOf(second) });
    expect([await usesOf(first), await usesOf(second)]).toEqual([unused, inDraft]);
    expect(await wronglyCounted(world.shop)).toEqual([]);
  });

  it('shows its pictures to everyone from its publication until it is a draft again', async () => {
    const [id = ''] = await owned(1);
    await edit({ images: imagesOf(id) });
    const seen: Record<string, unknown> = {};

    for (const status of ['draft', 'published', 'hidden', 'archived', 'draft']) {
      await edit({ status });
      seen[`${Object.keys(seen).length} ${status}`] = [
        await see(id),
        await see(id, world.rival),
        await see(id, world.seller),
      ];
    }

    expect(seen).toEqual({
      '0 draft': [404, 404, 200],
      '1 published': [200, 200, 200],
      '2 hidden': [200, 200, 200],
      '3 archived': [200, 200, 200],
      '4 draft': [404, 404, 200],
    });
  });

  it('may be made by an administrator with pictures of that seller alone', async () => {
    const [id = ''] = await owned(1);
    const house = await addPicture(world.shop, { vendorId: 'vnd_platform' });
    const { admin } = world;

    expect((await create({ vendorId: 'vnd_lamps', images: imagesOf(id) }, { as: admin })).status).toBe(201);
    expect((await create({ images: imagesOf(house) }, { as: admin })).status).toBe(201);
    const refused = await edit({ images: imagesOf(house) }, { as: admin });
    expect(refused).toMatchObject({ status: 400, body: { details: { 'images.0.fileId': expect.any(String) } } });
  });

  it('keeps its pictures public while its seller is suspended', async () => {
    const [id = ''] = await owned(1);
    await edit({ images: imagesOf(id), status: 'published' });
    await world.shop.data.update(Vendors, 'vnd_lamps', { status: 'suspended' });

    expect(await usesOf(id)).toEqual(inPublic);
    expect(await edit({ images: [] })).toMatchObject({ status: 403, body: { details: { code: 'VendorNotApproved' } } });
    expect(await wronglyCounted(world.shop)).toEqual([]);
  });
});

describe('pictures that a product must not have', () => {
  it('are refused by their place, with one answer for a missing, foreign, unfinished or removed file', async () => {
    const good = await own();
    const wrong = [
      'fil_unknown',
      await addPicture(world.shop, { vendorId: 'vnd_vases' }),
      await own({ state: 'deleted' }),
      await addPicture(world.shop, { vendorId: null }),
      await addPicture(world.shop, { vendorId: null, use: 'review', uploadedBy: world.seller.user.id }),
    ];
    const images = imagesOf(good, ...wrong);
    const places = wrong.map((_, at) => `images.${at + 1}.fileId`);
    const before = await countOf();

    for (const { status, body } of [await create({ images }), await edit({ images })]) {
      expect(status).toBe(400);
      expect(Object.keys(body.details ?? {})).toEqual(places);
      expect(new Set(Object.values(body.details ?? {})).size).toBe(1);
    }
    expect(await countOf()).toBe(before);
    expect(await usesOf(good)).toEqual(unused);
  });

  it('are named beside the other wrong fields', async () => {
    const { body } = await create({ categories: ['nowhere'], images: imagesOf('fil_unknown') });

    expect(Object.keys(body.details ?? {})).toEqual(['categories', 'images.0.fileId']);
  });

  it('are more than twelve, or the same twice', async () => {
    const ids = await owned(13);
    const [first = '', ...others] = ids;

    expect((await create({ images: imagesOf(...ids) })).status).toBe(400);
    expect((await edit({ images: imagesOf(first, first) })).status).toBe(400);
    expect((await create({ images: imagesOf(...others) })).body.product.images).toHaveLength(12);
    expect([await usesOf(first), await usesOf(ids[12] ?? '')]).toEqual([unused, inPublic]);
  });
});

describe('a picture that no product has any more', () => {
  it('of a draft is collected after a day, and may be removed at once', async () => {
    const [kept = '', left = '', removed = ''] = await owned(3);
    await edit({ images: imagesOf(kept, left, removed) });
    await edit({ images: imagesOf(kept) });

    expect((await drop(removed)).status).toBe(200);
    world.shop.clock.advance(DAY_MS + 1);
    while ((await clearMedia(world.shop)).done > 0);

    expect(await world.shop.data.get(MediaFiles, left)).toBeUndefined();
    expect(await usesOf(kept)).toEqual(inDraft);
    expect((await world.shop.data.need(MediaUse, 'vnd_lamps')).data.bytes).toBe(9);
    expect((await edit({ images: imagesOf(kept, left) })).status).toBe(400);
  });

  it('of a published product is served on, because orders show it', async () => {
    const [id = ''] = await owned(1);
    await edit({ images: imagesOf(id), status: 'published' });
    await edit({ images: [] });
    world.shop.clock.advance(30 * DAY_MS);
    while ((await clearMedia(world.shop)).done > 0);

    expect(await usesOf(id)).toEqual(unused);
    expect(await see(id)).toBe(200);
  });

  it('is freed by the deletion of its product, unless another product has it', async () => {
    const [shared = '', alone = ''] = await owned(2);
    await edit({ images: imagesOf(shared, alone) });
    await create({ images: imagesOf(shared) });

    expect((await removeProduct()).status).toBe(200);

    expect([await usesOf(shared), await usesOf(alone)]).toEqual([inPublic, unused]);
    expect(await wronglyCounted(world.shop)).toEqual([]);
  });
});

describe('the uses of a picture', () => {
  it('are counted once, however often a creation is repeated', async () => {
    const [id = ''] = await owned(1);
    const body = { images: imagesOf(id) };

    const [first, again] = [await create(body, { key: 'one-lamp' }), await create(body, { key: 'one-lamp' })];

    expect([first.status, again.body]).toEqual([201, first.body]);
    expect(await usesOf(id)).toEqual(inPublic);
  });

  it('are counted once when a commit is applied and then repeated', async () => {
    const [id = '', other = ''] = await owned(2);
    // Opens the session, which Firestore repeats differently.
    await edit({});
    installRuntime({ ...world.shop, data: appliedButRepeated(world.shop.data) });

    expect((await create({ images: imagesOf(id) })).status).toBe(201);
    expect((await edit({ images: imagesOf(id, other) })).status).toBe(200);
    expect([await usesOf(id), await usesOf(other)]).toEqual([{ ...inPublic, uses: 2 }, inDraft]);
    expect((await removeProduct()).status).toBe(200);
    expect([await usesOf(id), await usesOf(other)]).toEqual([inPublic, unused]);
  });

  it('are right after products that were created, edited and deleted with it at the same time', async () => {
    const ids = await owned(4);
    const [a = '', b = '', c = '', d = ''] = ids;
    await edit({ images: imagesOf(a, b) });

    await Promise.all([
      ...[1, 2, 3].map((n) => create({ title: `Lamp ${n}`, images: imagesOf(a, b, c) })),
      edit({ images: imagesOf(c, d) }),
      edit({ images: imagesOf(d), status: 'published' }),
      edit({ status: 'hidden' }),
      removeProduct(),
    ]);

    expect(await wronglyCounted(world.shop)).toEqual([]);
    expect(await usesOf(a)).toEqual({ uses: 3, publicUses: 3, state: 'used' });
  });

  it('let either the product or the removal of the picture win, never both', async () => {
    for (const id of await owned(4)) {
      const [made, dropped] = await Promise.all([create({ images: imagesOf(id) }), drop(id)]);

      expect([
        [201, 409],
        [400, 200],
      ]).toContainEqual([made.status, dropped.status]);
      expect(Object.keys(made.body.details ?? {})).toEqual(made.status === 400 ? ['images.0.fileId'] : []);
    }
    expect(await wronglyCounted(world.shop)).toEqual([]);
  });
});
