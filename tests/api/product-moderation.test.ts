import { beforeEach, describe, expect, it } from 'vitest';
import { POST as block } from '#app/api/admin/entity-moderation/block/route.ts';
import { POST as dismiss } from '#app/api/admin/entity-moderation/dismiss/route.ts';
import { POST as restore } from '#app/api/admin/entity-moderation/restore/route.ts';
import { GET as seePicture } from '#app/api/media/[id]/route.ts';
import { POST as appeal } from '#app/api/moderation/appeals/route.ts';
import { POST as report } from '#app/api/reports/route.ts';
import { POST as saveCart } from '#app/api/store/cart/route.ts';
import { GET as listProducts } from '#app/api/store/products/route.ts';
import { ModerationCases } from '#lib/admin/collections.ts';
import { AuditLog } from '#lib/audit/collections.ts';
import type { UserContext } from '#lib/context/context.ts';
import { newestFirst } from '#lib/notifications/queries.ts';
import { indexProducts } from '#lib/store/catalog/catalog-index.ts';
import { MediaFiles, Products } from '#lib/store/collections.ts';
import { updateProduct } from '#lib/store/products/products.ts';
import { openShop } from '#tests/support/api-shop.ts';
import { call } from '#tests/support/call.ts';
import { asUser, type TestContext } from '#tests/support/context.ts';
import { addPicture, wronglyCounted } from '#tests/support/media.ts';
import { addProduct, addVendor } from '#tests/support/shop.ts';
import { everyRow } from '#tests/support/world.ts';

type Person = TestContext & UserContext;

const lamp = 'prd_lamp';
const house = 'prd_house';
let world: TestContext;
let admin: Person;
let seller: Person;
let shopper: Person;
beforeEach(async () => {
  world = await openShop({});
  [admin, seller, shopper] = await Promise.all([
    asUser(world, { role: 'admin' }),
    asUser(world, { vendorId: 'vnd_lamps' }),
    asUser(world),
  ]);
  await addVendor(world, 'vnd_lamps', { ownerId: seller.user.id });
  await addVendor(world, 'vnd_house');
  await addProduct(world, lamp, 5, { vendorId: 'vnd_lamps', title: 'Desk lamp', description: 'Bends\nwell' });
  await addProduct(world, house, 5, { vendorId: 'vnd_house' });
});

const tell = (entityId: string, more: object = {}, as = shopper) =>
  call(report, { as, body: { entityId, reasonCode: 'scam', ...more } });
const decide = (route: typeof block, entityId: string, as = admin) =>
  call(route, { as, body: { entityId, reason: 'A forgery' } });
const imageOf = (fileId: string) => ({ fileId, url: `/api/media/${fileId}`, alt: '', width: 640, height: 480 });
const see = async (id: string, as?: Person) =>
  (await call(seePicture, { ...(as && { as }), params: { id }, query: {} })).status;
const productOf = async (id: string) => (await world.data.need(Products, id)).data;
const buy = (productId: string) => call(saveCart, { as: shopper, body: { items: [{ productId, qty: 1 }] } });
const listed = async () => {
  await world.drain();
  return (await call(listProducts, { as: shopper })).body.products.map(({ id }) => id);
};

describe('a reported product', () => {
  it('opens a case that names it, for what the catalog shows alone', async () => {
    await addProduct(world, 'prd_draft', 1, { vendorId: 'vnd_lamps', status: 'draft' });

    expect((await tell(lamp, { kind: 'product' })).status).toBe(202);

    const { data } = await world.data.need(ModerationCases, lamp);
    expect(data).toMatchObject({ entityType: 'product', ownerId: seller.user.id, title: 'Desk lamp' });
    expect(data.excerpt).toBe('Bends well');
    expect((await tell('prd_draft')).status).toBe(404);
    expect((await tell('prd_none')).status).toBe(404);
    expect(Object.keys((await tell(lamp, { kind: 'message' })).body.details ?? {})).toEqual(['kind']);
    expect((await tell(lamp, {}, seller)).body.details).toEqual({ entityId: 'belongs to you' });
  });
});

describe('a blocked product', () => {
  it('leaves the catalog, cannot be bought or edited, and returns as it was', async () => {
    await indexProducts(world, [lamp]);
    expect(await listed()).toContain(lamp);

    expect((await decide(block, lamp)).body.item).toMatchObject({ entityType: 'product', status: 'blocked' });

    expect((await productOf(lamp)).status).toBe('blocked');
    expect(await listed()).not.toContain(lamp);
    expect((await buy(lamp)).body.details).toMatchObject({ code: 'InsufficientStock', [lamp]: '0' });
    await expect(updateProduct(world, lamp, { status: 'published' })).rejects.toMatchObject({ code: 'ProductBlocked' });

    await decide(restore, lamp);
    expect((await productOf(lamp)).status).toBe('published');
    expect(await listed()).toContain(lamp);
    expect((await buy(lamp)).status).toBe(200);
  });

  it('returns to the status it had, and a second block of it notes that status again', async () => {
    await updateProduct(world, lamp, { status: 'hidden' });
    for (const round of [1, 2]) {
      await decide(block, lamp);
      await decide(block, lamp);
      expect([round, (await productOf(lamp)).status]).toEqual([round, 'blocked']);
      await decide(restore, lamp);
      expect([round, (await productOf(lamp)).status]).toEqual([round, 'hidden']);
    }
    const rows = (await everyRow(world.data, AuditLog)).filter(({ data }) => data.targetId === lamp);
    expect(rows.map(({ data }) => data.action).toSorted()).toEqual([
      'entity.blocked',
      'entity.blocked',
      'entity.restored',
      'entity.restored',
    ]);
  });

  it('takes its pictures from everyone but its seller and administrators, and gives them back as they were', async () => {
    const add = () => addPicture(world, { vendorId: 'vnd_lamps' });
    const [shown, shared] = [await add(), await add()];
    await updateProduct(world, lamp, { images: [imageOf(shown), imageOf(shared)] });
    await addProduct(world, 'prd_second', 5, { vendorId: 'vnd_lamps' });
    await updateProduct(world, 'prd_second', { images: [imageOf(shared)] });
    const seen = async () => Promise.all([see(shown), see(shared), see(shown, seller), see(shown, admin)]);
    expect(await seen()).toEqual([200, 200, 200, 200]);

    await Promise.all([decide(block, lamp), decide(block, lamp)]);
    expect(await seen()).toEqual([404, 200, 200, 200]);
    expect((await world.data.need(MediaFiles, shown)).data).toMatchObject({
      uses: 1,
      publicUses: 0,
      servedUntil: null,
    });
    expect(await wronglyCounted(world)).toEqual([]);

    await Promise.all([decide(restore, lamp), decide(restore, lamp)]);
    expect(await seen()).toEqual([200, 200, 200, 200]);
    expect(await wronglyCounted(world)).toEqual([]);
  });

  it('keeps the pictures of a draft from everyone when it is restored', async () => {
    const id = await addPicture(world, { vendorId: 'vnd_lamps' });
    await updateProduct(world, lamp, { status: 'draft', images: [imageOf(id)] });

    await decide(block, lamp);
    await decide(restore, lamp);

    expect([await see(id), await see(id, seller)]).toEqual([404, 200]);
    expect(await wronglyCounted(world)).toEqual([]);
  });

  it('has the right pictures when its seller edits it while it is blocked and restored', async () => {
    const ids = await Promise.all([1, 2, 3].map(() => addPicture(world, { vendorId: 'vnd_lamps' })));
    const edits = ids.map((id) => () => updateProduct(world, lamp, { images: [imageOf(id)] }));

    await Promise.allSettled([...edits.map((edit) => edit()), decide(block, lamp)]);
    expect(await wronglyCounted(world)).toEqual([]);
    await Promise.allSettled([...edits.map((edit) => edit()), decide(restore, lamp)]);
    expect(await wronglyCounted(world)).toEqual([]);
  });

  it('stays as it is when the report about it is dismissed', async () => {
    await tell(lamp);
    const before = await productOf(lamp);
    expect((await decide(dismiss, lamp)).body.item.status).toBe('dismissed');
    expect(await productOf(lamp)).toEqual(before);
  });

  it('notifies the owner of its shop, who may appeal; that of a shop without an owner notifies nobody', async () => {
    await decide(block, lamp);
    await decide(block, house);
    await world.drain();

    const { rows } = await world.data.find(newestFirst({ userId: seller.user.id, status: 'unread' }, 10));
    expect(rows.map(({ data }) => [data.title, data.message])).toEqual([
      ['Your product was removed from the catalog', 'It cannot be bought. Reason: A forgery'],
    ]);
    expect((await call(appeal, { as: seller, body: { entityId: lamp, text: 'It is real' } })).status).toBe(201);
    expect((await call(appeal, { as: seller, body: { entityId: house, text: 'Mine?' } })).status).toBe(404);
    expect((await decide(restore, house)).body.item).toMatchObject({ ownerId: null, ownerName: null });
  });

  it('is decided once when two admins decide at the same time', async () => {
    await tell(lamp);
    const other = await asUser(world, { role: 'admin' });
    const { version } = (await world.data.need(ModerationCases, lamp)).data;
    const both = await Promise.all(
      [admin, other].map((as, at) =>
        call([block, dismiss][at] as typeof block, { as, body: { entityId: lamp, reason: 'A forgery', version } }),
      ),
    );
    expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
    const { status } = (await world.data.need(ModerationCases, lamp)).data;
    expect((await productOf(lamp)).status).toBe(status === 'blocked' ? 'blocked' : 'published');
  });

  it('answers 404 for a product that nobody knows, and 403 for a shopper', async () => {
    expect((await decide(block, 'prd_none')).status).toBe(404);
    expect((await decide(block, lamp, shopper)).status).toBe(403);
    expect((await productOf(lamp)).status).toBe('published');
  });
});
