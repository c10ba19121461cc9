import { describe, expect, it } from 'vitest';
import { DELETE, PATCH } from '#app/api/account/addresses/[id]/route.ts';
import { GET, POST } from '#app/api/account/addresses/route.ts';
import { POST as order } from '#app/api/store/orders/route.ts';
import { Users } from '#lib/auth/collections.ts';
import type { UserContext } from '#lib/context/context.ts';
import { Orders } from '#lib/store/collections.ts';
import { MOST_ADDRESSES } from '#lib/store/limits.ts';
import { putAddress, testAddress } from '#tests/support/addresses.ts';
import { call } from '#tests/support/call.ts';
import { asUser } from '#tests/support/context.ts';
import { stockShop } from '#tests/support/shop.ts';
import { openWorld } from '#tests/support/signing-in.ts';
import { everyRow } from '#tests/support/world.ts';

const list = (as: UserContext) => call(GET, { as });
const add = (as: UserContext, body: unknown = testAddress) => call(POST, { as, body });
const change = (as: UserContext, id: string, body: unknown) =>
  call(PATCH, { as, body, params: { id }, method: 'PATCH' });
const remove = (as: UserContext, id: string) => call(DELETE, { as, params: { id }, method: 'DELETE' });
const addressesOf = async (as: UserContext) => (await list(as)).body.addresses;
const fill = async (ctx: UserContext, count: number) => {
  for (let n = 1; n <= count; n++) await putAddress(ctx, { address: `Zelena ${n}` });
};

describe('/api/account/addresses', () => {
  it('adds, changes and removes an address of the own book', async () => {
    const owner = await asUser(await openWorld());
    expect((await list(owner)).body).toEqual({ addresses: [] });

    const added = await add(owner, { name: ' Olha ', country: 'UA', city: 'Lviv', address: 'Zelena 12' });
    const { id } = added.body.address;

    expect(added.status).toBe(201);
    const blank = { label: '', phone: '', postalCode: '', lastUsedAt: null };
    expect(added.body.address).toEqual({
      id,
      name: 'Olha',
      country: 'UA',
      city: 'Lviv',
      address: 'Zelena 12',
      ...blank,
    });
    const changed = await change(owner, id, { label: 'Work', city: 'Kyiv' });
    expect([changed.status, changed.body.address]).toEqual([
      200,
      { ...added.body.address, label: 'Work', city: 'Kyiv' },
    ]);
    expect(await addressesOf(owner)).toEqual([changed.body.address]);
    expect((await remove(owner, id)).body).toEqual({ deleted: true, id });
    expect(await addressesOf(owner)).toEqual([]);
    expect((await remove(owner, id)).status).toBe(404);
  });

  it('keeps what a change does not name, and changes nothing by a repeat', async () => {
    const owner = await asUser(await openWorld());
    const id = await putAddress(owner);

    const bodies = [{}, { label: 'Work' }, { label: 'Work' }];
    const statuses = await Promise.all(bodies.map(async (body) => (await change(owner, id, body)).status));

    expect(statuses).toEqual([200, 200, 200]);
    expect(await addressesOf(owner)).toEqual([{ id, ...testAddress, label: 'Work', lastUsedAt: null }]);
  });

  it.each([
    [{ country: 'Ukraine' }, 'country'],
    [{ country: 'XX' }, 'country'],
    [{ country: 'ua' }, 'country'],
    [{ city: ' ' }, 'city'],
    [{ address: '' }, 'address'],
    [{ address: 'x'.repeat(201) }, 'address'],
    [{ name: '' }, 'name'],
    [{ label: 'x'.repeat(41) }, 'label'],
    [{ phone: 'x'.repeat(33) }, 'phone'],
    [{ postalCode: 12 }, 'postalCode'],
    [{ userId: 'usr_other' }, 'body'],
    [{ lastUsedAt: null }, 'body'],
  ])('refuses %j and names the field, in a new address and in a change', async (wrong, field) => {
    const owner = await asUser(await openWorld());
    const id = await putAddress(owner);

    for (const reply of [await add(owner, { ...testAddress, ...wrong }), await change(owner, id, wrong)])
      expect([reply.status, Object.keys(reply.body.details ?? {})]).toEqual([400, [field]]);

    expect(await addressesOf(owner)).toHaveLength(1);
  });

  it('refuses a missing city and a caller without a session', async () => {
    const world = await openWorld();
    const { city: _, ...noCity } = testAddress;

    expect((await add(await asUser(world), noCity)).body.details).toHaveProperty('city');
    expect((await call(POST, { body: testAddress })).status).toBe(401);
    expect((await call(GET)).status).toBe(401);
  });

  it('answers for another person’s address as for a missing one', async () => {
    const world = await openWorld();
    const [owner, other] = [await asUser(world), await asUser(world)];
    const id = await putAddress(owner);

    const shown = async (name: string) => [
      (await change(other, name, { city: 'Kyiv' })).body.message?.replace(name, 'ID'),
      (await remove(other, name)).body.message?.replace(name, 'ID'),
    ];

    expect(await shown(id)).toEqual(await shown('adr_00000000000000000000'));
    expect(await addressesOf(other)).toEqual([]);
    expect(await addressesOf(owner)).toMatchObject([{ id, city: 'Lviv' }]);
  });

  it('holds at most twenty addresses, also when the last place is asked for several times at once', async () => {
    const owner = await asUser(await openWorld());
    await fill(owner, MOST_ADDRESSES - 1);

    const statuses = (await Promise.all([1, 2, 3, 4].map(() => add(owner)))).map(({ status }) => status);

    expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409]);
    expect((await add(owner)).body.details).toMatchObject({ code: 'TooManyAddresses' });
    expect(await addressesOf(owner)).toHaveLength(MOST_ADDRESSES);
  });
});

describe('saveAddress of a new order', () => {
  const contact = { name: 'Olha Koval', phone: '+380 67 123 45 67' };
  const delivery = { method: 'courier', country: 'UA', city: 'Lviv', address: 'Zelena 12', postalCode: '79000' };
  const place = (as: UserContext, body: object = {}) =>
    call(order, { as, body: { items: [{ id: 'mug', qty: 1 }], contact, delivery, saveAddress: true, ...body } });

  async function shopper(name = 'Olha') {
    const world = await openWorld();
    await stockShop(world, { mug: 99 });
    return { world, buyer: await asUser(world, { name }) };
  }

  it('saves the address as the last used and names a profile without a name', async () => {
    const { world, buyer } = await shopper('');

    expect((await place(buyer)).status).toBe(201);

    const { method: _, ...door } = delivery;
    const lastUsedAt = world.now().toISOString();
    expect(await addressesOf(buyer)).toEqual([{ id: expect.any(String), label: '', ...contact, ...door, lastUsedAt }]);
    expect((await world.data.need(Users, buyer.user.id)).data.name).toBe('Olha Koval');
  });

  it('finds a saved address again, keeps its label and lists it first', async () => {
    const { world, buyer } = await shopper();
    const id = await putAddress(buyer, { address: 'ZELENA  12', name: 'Her mother' });
    world.clock.advance(1_000);
    await putAddress(buyer, { city: 'Kyiv' });
    world.clock.advance(1_000);

    await place(buyer, { contact: { name: 'Olha' } });
    await place(buyer, { contact: { name: 'Olha' } });

    expect(await addressesOf(buyer)).toMatchObject([
      { id, label: 'Home', name: 'Olha', address: 'Zelena 12', phone: testAddress.phone },
      { city: 'Kyiv', lastUsedAt: null },
    ]);
  });

  it('saves one address for one place that is ordered to twice at once', async () => {
    const { buyer } = await shopper();

    const replies = await Promise.all([place(buyer), place(buyer)]);

    expect(replies.map(({ status }) => status)).toEqual([201, 201]);
    expect(await addressesOf(buyer)).toHaveLength(1);
  });

  it('saves nothing without an address, unasked, or into a full book, and the order is placed', async () => {
    const { buyer } = await shopper();

    await place(buyer, { delivery: { method: 'arrange' } });
    await place(buyer, { saveAddress: false });
    expect(await addressesOf(buyer)).toEqual([]);
    await fill(buyer, MOST_ADDRESSES);
    const full = await place(buyer, { delivery: { ...delivery, city: 'Odesa' } });

    expect(full.status).toBe(201);
    expect((await addressesOf(buyer)).map(({ city }) => city)).toEqual(Array(MOST_ADDRESSES).fill('Lviv'));
  });

  it('refuses an address without a country code, or without a receiver, before anything is written', async () => {
    const { world, buyer } = await shopper('');

    const wrong = await place(buyer, { delivery: { ...delivery, country: 'Ukraine' }, contact: {} });

    expect([wrong.status, wrong.body.details]).toEqual([
      400,
      { 'delivery.country': expect.any(String), 'contact.name': expect.any(String) },
    ]);
    expect(await everyRow(world.data, Orders)).toEqual([]);
  });
});
