import { describe, expect, it } from 'vitest';
import { DELETE, PATCH } from '#app/api/vendor/deliveries/[id]/route.ts';
import { GET, POST } from '#app/api/vendor/deliveries/route.ts';
import { AuditLog } from '#lib/audit/collections.ts';
import type { UserContext } from '#lib/context/context.ts';
import { HOUSE_VENDOR_ID } from '#lib/payments/values.ts';
import { VendorDeliveries, Vendors } from '#lib/store/collections.ts';
import { MOST_ACTIVE_DELIVERIES, MOST_DELIVERIES } from '#lib/store/limits.ts';
import { call } from '#tests/support/call.ts';
import { asUser } from '#tests/support/context.ts';
import { putDelivery, testDelivery } from '#tests/support/deliveries.ts';
import { addVendor } from '#tests/support/shop.ts';
import { openWorld } from '#tests/support/signing-in.ts';
import { everyRow } from '#tests/support/world.ts';

const list = (as: UserContext) => call(GET, { as });
const add = (as: UserContext, body: unknown = testDelivery) => call(POST, { as, body });
const change = (as: UserContext, id: string, body: unknown) =>
  call(PATCH, { as, body, params: { id }, method: 'PATCH' });
const remove = (as: UserContext, id: string) => call(DELETE, { as, params: { id }, method: 'DELETE' });

async function openSellers() {
  const world = await openWorld();
  await addVendor(world, 'vnd_olha');
  await addVendor(world, 'vnd_other');
  const [olha, other] = [await asUser(world, { vendorId: 'vnd_olha' }), await asUser(world, { vendorId: 'vnd_other' })];
  return { world, olha, other };
}

describe('/api/vendor/deliveries', () => {
  it('adds, lists, changes and removes options of the own shop, each recorded once', async () => {
    const { world, olha } = await openSellers();

    const added = await add(olha);
    const { id } = added.body.delivery;

    expect(added.status).toBe(201);
    const defaults = { freeFromMinor: null, countries: [], position: 0, active: true, version: 1 };
    expect(added.body.delivery).toEqual({ id, ...testDelivery, ...defaults });
    const second = (await add(olha, { ...testDelivery, method: 'pickup', priceMinor: 0 })).body.delivery;
    expect(second.position).toBe(1);
    const changed = await change(olha, id, { position: 2, countries: ['UA', 'PL', 'UA'], version: 1 });
    expect(changed.body.delivery).toMatchObject({
      position: 2,
      countries: ['UA', 'PL'],
      version: 2,
      priceMinor: 6_000,
    });
    expect((await list(olha)).body.deliveries.map((option) => option.id)).toEqual([second.id, id]);
    expect((await remove(olha, id)).body).toEqual({ deleted: true, id });
    expect((await remove(olha, id)).status).toBe(404);
    const acts = (await everyRow(world.data, AuditLog)).map(({ data }) => data.action);
    expect(acts.filter((action) => action.startsWith('delivery.')).toSorted()).toEqual([
      'delivery.changed',
      'delivery.created',
      'delivery.created',
      'delivery.deleted',
    ]);
  });

  it.each([
    [{ name: { en: 'Courier', uk: 'Кур’єр' } }, 'name.ru'],
    [{ name: { en: '', uk: 'Кур’єр', ru: 'Курьер' } }, 'name.en'],
    [{ name: { en: 'x'.repeat(61), uk: 'Кур’єр', ru: 'Курьер' } }, 'name.en'],
    [{ method: 'drone' }, 'method'],
    [{ method: 'arrange' }, 'method'],
    [{ priceMinor: -1 }, 'priceMinor'],
    [{ priceMinor: 1.5 }, 'priceMinor'],
    [{ freeFromMinor: 0 }, 'freeFromMinor'],
    [{ minDays: 5, maxDays: 4 }, 'maxDays'],
    [{ minDays: -1 }, 'minDays'],
    [{ countries: ['XX'] }, 'countries.0'],
    [{ vendorId: 'vnd_other' }, 'body'],
  ])('refuses %j and names the field, in a new option and in a change', async (wrong, field) => {
    const { olha } = await openSellers();
    const id = await putDelivery(olha, 'vnd_olha');

    for (const reply of [await add(olha, { ...testDelivery, ...wrong }), await change(olha, id, wrong)])
      expect([reply.status, Object.keys(reply.body.details ?? {})]).toEqual([400, [field]]);
  });

  it('refuses a change of an older version, and the last change without a version wins', async () => {
    const { olha } = await openSellers();
    const id = await putDelivery(olha, 'vnd_olha');

    const statuses = await Promise.all(
      [1, 2, 3].map(async (days) => (await change(olha, id, { maxDays: 10 + days, version: 1 })).status),
    );

    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect((await change(olha, id, { maxDays: 20, version: 1 })).body.details).toEqual({
      code: 'StaleVersion',
      version: '2',
    });
    expect((await change(olha, id, { maxDays: 30 })).body.delivery).toMatchObject({ maxDays: 30, version: 3 });
  });

  it('is closed for callers without a shop of their own, before the body is read', async () => {
    const { world, olha, other } = await openSellers();
    const id = await putDelivery(olha, 'vnd_olha');
    const [nobody, applied] = [await asUser(world), await asUser(world, { vendorId: 'vnd_new' })];
    await addVendor(world, 'vnd_new', { status: 'applied' });

    expect((await call(POST, { raw: '{' })).status).toBe(401);
    for (const caller of [nobody, applied]) {
      expect((await list(caller)).body.details).toEqual({ code: 'VendorNotApproved' });
      expect((await call(POST, { as: caller, raw: '{' })).body.details).toEqual({ code: 'VendorNotApproved' });
    }
    const shown = async (name: string) => [
      (await change(other, name, { active: false })).body.message?.replace(name, 'ID'),
      (await remove(other, name)).body.message?.replace(name, 'ID'),
    ];
    expect(await shown(id)).toEqual(await shown('vdl_00000000000000000000'));
    expect((await list(other)).body.deliveries).toEqual([]);
  });

  it('lets a suspended shop read and not write', async () => {
    const { world, olha } = await openSellers();
    const id = await putDelivery(olha, 'vnd_olha');
    await world.data.update(Vendors, 'vnd_olha', { status: 'suspended' });

    expect((await list(olha)).body.deliveries).toMatchObject([{ id }]);
    for (const reply of [await add(olha), await change(olha, id, { active: false }), await remove(olha, id)])
      expect([reply.status, reply.body.details]).toEqual([403, { code: 'VendorNotApproved' }]);
    expect((await list(olha)).body.deliveries).toMatchObject([{ id, active: true, version: 1 }]);
  });

  it('shows an administrator without a shop the options of the house, and those of no other', async () => {
    const { world, olha } = await openSellers();
    const id = await putDelivery(olha, 'vnd_olha');
    const admin = await asUser(world, { role: 'admin' });

    expect((await add(admin)).status).toBe(201);

    const vendors = (await everyRow(world.data, VendorDeliveries)).map(({ data }) => data.vendorId);
    expect(vendors.toSorted()).toEqual(['vnd_olha', HOUSE_VENDOR_ID]);
    expect((await list(admin)).body.deliveries).toHaveLength(1);
    expect((await change(admin, id, { active: false })).status).toBe(404);
  });

  it('holds at most ten active options, also when the last place is asked for several times at once', async () => {
    const { olha } = await openSellers();
    for (let n = 1; n < MOST_ACTIVE_DELIVERIES; n++) await putDelivery(olha, 'vnd_olha');

    const statuses = (await Promise.all([1, 2, 3].map(() => add(olha)))).map(({ status }) => status);

    expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
    const hidden = (await add(olha, { ...testDelivery, active: false })).body.delivery;
    const refused = await change(olha, hidden.id, { active: true });
    expect([refused.status, refused.body.details]).toEqual([409, { code: 'TooManyDeliveries' }]);
    for (let n = MOST_ACTIVE_DELIVERIES + 1; n < MOST_DELIVERIES; n++)
      await putDelivery(olha, 'vnd_olha', { active: false });
    expect((await add(olha, { ...testDelivery, active: false })).status).toBe(409);
  });
});
