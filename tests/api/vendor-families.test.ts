import { beforeEach, describe, expect, it } from 'vitest';
import { DELETE, GET, PATCH } from '#app/api/vendor/families/[id]/route.ts';
import { POST as create } from '#app/api/vendor/families/route.ts';
import { DELETE as deleteProduct, PATCH as editProduct } from '#app/api/vendor/products/[id]/route.ts';
import { AuditLog } from '#lib/audit/collections.ts';
import { newestFirst } from '#lib/notifications/queries.ts';
import { auditFamilies } from '#lib/store/audit/family.ts';
import { ProductFamilies, Products, Vendors } from '#lib/store/collections.ts';
import type { Product } from '#lib/store/schemas/product.ts';
import { call } from '#tests/support/call.ts';
import { addProduct } from '#tests/support/shop.ts';
import {
  OWN_PRODUCT,
  openTwoSellers,
  type Person,
  RIVAL_PRODUCT,
  type TwoSellers,
} from '#tests/support/two-sellers.ts';
import { everyRow } from '#tests/support/world.ts';

let world: TwoSellers;
beforeEach(async () => {
  world = await openTwoSellers();
  const draft: Partial<Product> = {
    ...{ vendorId: 'vnd_lamps', categoryIds: [world.categoryId], status: 'draft', publishedAt: null },
  };
  for (const id of ['prd_second', 'prd_third']) await addProduct(world.shop, id, 5, { ...draft, title: id });
});

const sizes = [{ name: 'Size', values: ['S', { value: 'M', labels: { uk: 'Середній' } }, 'L'] }];
const small = { productId: OWN_PRODUCT, options: sizes, values: ['S'] };
const open = (body: unknown = small, as: Person | null = world.seller) => call(create, { ...(as && { as }), body });
const read = (id: string, as = world.seller) => call(GET, { as, params: { id } });
const edit = (id: string, body: unknown, as = world.seller) =>
  call(PATCH, { as, params: { id }, body, method: 'PATCH' });
const remove = (id: string, as = world.seller, body: unknown = {}) =>
  call(DELETE, { as, params: { id }, body, method: 'DELETE' });
const member = (productId: string, ...values: string[]) => ({ productId, values });
const stored = async (id: string) => (await world.shop.data.need(Products, id)).data;
const families = () => everyRow(world.shop.data, ProductFamilies);
const opened = async () => (await open()).body.family;
const isSound = async () => auditFamilies(await families(), await everyRow(world.shop.data, Products));

describe('POST /api/vendor/families', () => {
  it('SI21 makes a product the first member, on both sides, and records it', async () => {
    const { status, body } = await open();

    expect(status).toBe(201);
    expect(body.family).toMatchObject({
      options: [
        {
          name: 'Size',
          names: {},
          values: [
            { value: 'S', labels: {} },
            { value: 'M', labels: { uk: 'Середній' } },
            { value: 'L', labels: {} },
          ],
        },
      ],
      members: [{ ...member(OWN_PRODUCT, 'S'), title: 'Reading lamp', status: 'draft', available: 5 }],
      version: 1,
    });
    expect(await stored(OWN_PRODUCT)).toMatchObject({ familyId: body.family.id, optionValues: ['S'] });
    const acts = (await everyRow(world.shop.data, AuditLog)).map(({ data }) => data);
    expect(acts.filter(({ targetId }) => targetId === body.family.id)).toMatchObject([
      { action: 'family.created', actorId: world.seller.user.id, after: { vendorId: 'vnd_lamps', members: 1 } },
    ]);
    expect(await isSound()).toEqual([]);
  });

  it.each([
    ['an option twice', { options: [...sizes, ...sizes], values: ['S', 'S'] }, 'options'],
    ['a value twice', { options: [{ name: 'Size', values: ['S', 's'] }] }, 'options'],
    ['an unknown value', { values: ['XXL'] }, 'members'],
    ['a value too many', { values: ['S', 'M'] }, 'members'],
  ])('rejects %s', async (_, wrong, field) => {
    const { status, body } = await open({ ...small, ...wrong });

    expect(status).toBe(400);
    expect(Object.keys(body.details ?? {})).toEqual([field]);
    expect(await families()).toEqual([]);
  });

  it('is bounded', async () => {
    const values = Array.from({ length: 31 }, (_, i) => `No ${i}`);
    const four = Array.from({ length: 4 }, (_, i) => ({ name: `Option ${i}`, values: ['S'] }));

    expect(await open({ ...small, options: [{ name: 'Size', values }], values: ['No 0'] })).toMatchObject({
      status: 400,
    });
    expect(await open({ ...small, options: four, values: ['S', 'S', 'S', 'S'] })).toMatchObject({ status: 400 });
    expect(await open({ ...small, options: [] })).toMatchObject({ status: 400 });
  });

  it('refuses a member of a family, also when two calls come at the same time', async () => {
    const both = await Promise.all([open(), open()]);

    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([201, 409]));
    expect(await open()).toMatchObject({ status: 409, body: { details: { code: 'InOtherFamily' } } });
    expect(await families()).toHaveLength(1);
  });
});

describe('PATCH /api/vendor/families/{id}', () => {
  it('replaces the members whole, in their order, on both sides', async () => {
    const { id } = await opened();

    const members = [member('prd_second', 'M'), member(OWN_PRODUCT, 'S'), member('prd_third', 'L')];
    const { status, body } = await edit(id, { members, version: 1 });
    expect(status).toBe(200);
    expect(body.family?.members).toMatchObject(members);
    expect(body.family?.version).toBe(2);
    expect(await stored('prd_second')).toMatchObject({ familyId: id, optionValues: ['M'] });

    await edit(id, { members: [member('prd_third', 'L'), member('prd_second', 'S')] });
    expect(await stored(OWN_PRODUCT)).toMatchObject({ familyId: null, optionValues: [] });
    expect(await stored('prd_second')).toMatchObject({ familyId: id, optionValues: ['S'] });
    expect(await isSound()).toEqual([]);
  });

  it('changes options and values together, and writes nothing for the same again', async () => {
    const { id } = await opened();
    const colors = {
      options: [...sizes, { name: 'Color', values: ['Red'] }],
      members: [member(OWN_PRODUCT, 'S', 'Red')],
    };

    expect(await edit(id, { options: colors.options })).toMatchObject({ status: 400 });
    expect((await edit(id, colors)).body.family).toMatchObject({ version: 2, members: colors.members });
    expect((await edit(id, colors)).body.family).toMatchObject({ version: 2 });
    expect(await stored(OWN_PRODUCT)).toMatchObject({ optionValues: ['S', 'Red'] });
  });

  it('refuses a stale version, and names the present one', async () => {
    const { id } = await opened();
    await edit(id, { members: [member(OWN_PRODUCT, 'M')], version: 1 });

    const stale = await edit(id, { members: [member(OWN_PRODUCT, 'L')], version: 1 });
    expect(stale).toMatchObject({ status: 409, body: { details: { code: 'StaleVersion', version: '2' } } });
  });

  it.each([
    ['the same values twice', [member(OWN_PRODUCT, 'S'), member('prd_second', 'S')]],
    ['another seller’s product', [member(OWN_PRODUCT, 'S'), member(RIVAL_PRODUCT, 'M')]],
    ['a missing product', [member(OWN_PRODUCT, 'S'), member('prd_nothing', 'M')]],
    ['a product twice', [member(OWN_PRODUCT, 'S'), member(OWN_PRODUCT, 'M')]],
  ])('rejects %s', async (_, members) => {
    const { id } = await opened();

    const { status, body } = await edit(id, { members });
    expect(status).toBe(400);
    expect(Object.keys(body.details ?? {})).toEqual(['members']);
    expect(await stored(RIVAL_PRODUCT)).toMatchObject({ familyId: null });
  });

  it('refuses a digital product beside a physical one, and a change to digital', async () => {
    const { id } = await opened();
    await world.shop.data.update(Products, 'prd_third', { fulfilment: 'digital' });

    expect(await edit(id, { members: [member(OWN_PRODUCT, 'S'), member('prd_third', 'M')] })).toMatchObject({
      status: 400,
      body: { details: { members: expect.any(String) } },
    });
    await edit(id, { members: [member(OWN_PRODUCT, 'S'), member('prd_second', 'M')] });
    const params = { id: OWN_PRODUCT };
    const changed = await call(editProduct, {
      as: world.seller,
      params,
      body: { fulfilment: 'digital' },
      method: 'PATCH',
    });
    expect(changed).toMatchObject({ status: 400, body: { details: { fulfilment: expect.any(String) } } });
  });

  it('refuses a member of another family and a blocked product', async () => {
    const { id } = await opened();
    await open({ ...small, productId: 'prd_second' });
    await world.shop.data.update(Products, 'prd_third', { status: 'blocked' });

    const join = (productId: string) => edit(id, { members: [member(OWN_PRODUCT, 'S'), member(productId, 'M')] });
    expect(await join('prd_second')).toMatchObject({ status: 409, body: { details: { code: 'InOtherFamily' } } });
    expect(await join('prd_third')).toMatchObject({ status: 409, body: { details: { code: 'ProductBlocked' } } });
  });

  it('lets one of two families have a product that both take at the same time', async () => {
    const first = await opened();
    const second = (await open({ ...small, productId: 'prd_second' })).body.family;

    const both = await Promise.all([
      edit(first.id, { members: [member(OWN_PRODUCT, 'S'), member('prd_third', 'M')] }),
      edit(second.id, { members: [member('prd_second', 'S'), member('prd_third', 'M')] }),
    ]);
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect(await isSound()).toEqual([]);
  });

  it('accepts sixty members and no more', async () => {
    const values = Array.from({ length: 30 }, (_, i) => `No ${i}`);
    const options = [
      { name: 'Size', values },
      { name: 'Color', values: ['Red', 'Blue', 'Green'] },
    ];
    const { id } = (await open({ ...small, options, values: ['No 0', 'Red'] })).body.family;
    const draft = { ...(await stored('prd_second')) };
    const ids = Array.from({ length: 61 }, (_, i) => `prd_n${i}`);
    await world.shop.data.batch((write) => {
      for (const productId of ids) write.create(Products, productId, draft);
    });
    const all = ids.map((productId, i) =>
      member(productId, `No ${i % 30}`, ['Red', 'Blue', 'Green'][Math.floor(i / 30)] ?? ''),
    );

    expect(await edit(id, { members: all })).toMatchObject({ status: 400 });
    expect((await edit(id, { members: all.slice(0, 60) })).body.family?.members).toHaveLength(60);
  });
});

describe('the end of a family', () => {
  it('DELETE leaves single products', async () => {
    const { id } = await opened();
    await edit(id, { members: [member(OWN_PRODUCT, 'S'), member('prd_second', 'M')] });

    expect(await remove(id)).toMatchObject({ status: 200, body: { deleted: true, id } });
    expect(await families()).toEqual([]);
    for (const productId of [OWN_PRODUCT, 'prd_second'])
      expect(await stored(productId)).toMatchObject({ familyId: null, optionValues: [] });
    expect(await remove(id)).toMatchObject({ status: 404 });
  });

  it('comes with its last member', async () => {
    const { id } = await opened();

    expect(await edit(id, { members: [] })).toMatchObject({ status: 200, body: { family: null } });
    expect(await read(id)).toMatchObject({ status: 404 });
    expect(await stored(OWN_PRODUCT)).toMatchObject({ familyId: null });
  });

  it('is not the end of a member: a deleted product leaves the others', async () => {
    const { id } = await opened();
    await edit(id, { members: [member(OWN_PRODUCT, 'S'), member('prd_second', 'M')] });

    await call(deleteProduct, { as: world.seller, params: { id: 'prd_second' }, body: {}, method: 'DELETE' });
    expect((await read(id)).body.family.members).toMatchObject([member(OWN_PRODUCT, 'S')]);
    await call(deleteProduct, { as: world.seller, params: { id: OWN_PRODUCT }, body: {}, method: 'DELETE' });
    expect(await families()).toEqual([]);
  });
});

describe('SI18 the families of two sellers', () => {
  it('are as if missing to each other', async () => {
    const { id } = await opened();

    expect(await read(id, world.rival)).toMatchObject({ status: 404 });
    expect(await edit(id, { members: [] }, world.rival)).toMatchObject({ status: 404 });
    expect(await remove(id, world.rival)).toMatchObject({ status: 404 });
    expect(await open(small, world.rival)).toMatchObject({ status: 404 });
    expect(await families()).toHaveLength(1);
  });

  it('are read but not changed while their seller is suspended', async () => {
    const { id } = await opened();
    await world.shop.data.update(Vendors, 'vnd_lamps', { status: 'suspended' });

    expect(await read(id)).toMatchObject({ status: 200 });
    expect(await edit(id, { members: [] })).toMatchObject({
      status: 403,
      body: { details: { code: 'VendorNotApproved' } },
    });
    expect(await open()).toMatchObject({ status: 403 });
  });

  it('are changed by an administrator with a reason, of which the owner is notified', async () => {
    const { id } = await opened();

    expect(await remove(id, world.seller, { reason: 'Because' })).toMatchObject({ status: 400 });
    const edited = await edit(id, { members: [member(OWN_PRODUCT, 'L')], reason: 'Wrong size' }, world.admin);
    expect(edited).toMatchObject({ status: 200 });
    await world.shop.drain();
    const { rows } = await world.shop.data.find(newestFirst({ userId: world.seller.user.id }, 5));
    expect(rows.map(({ data }) => data.message).join()).toContain('Wrong size');
  });
});
