import { beforeAll, describe, expect, it } from 'vitest';
import { POST as block } from '#app/api/admin/entity-moderation/block/route.ts';
import { POST as restore } from '#app/api/admin/entity-moderation/restore/route.ts';
import { POST as reinstate } from '#app/api/admin/vendors/[id]/reinstate/route.ts';
import { PATCH } from '#app/api/admin/vendors/[id]/route.ts';
import { POST as suspend } from '#app/api/admin/vendors/[id]/suspend/route.ts';
import { POST as createOrder } from '#app/api/store/orders/route.ts';
import { AuditLog } from '#lib/audit/collections.ts';
import type { UserContext } from '#lib/context/context.ts';
import { installRuntime } from '#lib/context/runtime.ts';
import { newestFirst } from '#lib/notifications/queries.ts';
import { Orders, VendorSlugs, Vendors } from '#lib/store/collections.ts';
import { expireOrders } from '#lib/store/orders/expiry.ts';
import { forgetSeller } from '#lib/store/vendors/forget-seller.ts';
import { approvedVendors, createVendor } from '#lib/store/vendors/vendors.ts';
import { call } from '#tests/support/call.ts';
import { asUser, type TestContext, testContext } from '#tests/support/context.ts';
import { addProduct } from '#tests/support/shop.ts';
import { everyRow } from '#tests/support/world.ts';

type Person = TestContext & UserContext;

let world: TestContext;
let admin: Person;
beforeAll(async () => {
  world = await testContext();
  installRuntime(world);
  admin = await asUser(world, { role: 'admin' });
});

let made = 0;
async function seller(status: 'applied' | 'approved' | 'rejected' | 'suspended' = 'approved') {
  const owner = await asUser(world, { name: 'Olena' });
  made += 1;
  const shop = { name: `Shop ${made}`, country: 'UA', contactEmail: 'shop@seller.test', status };
  const id = await createVendor(world, { ...shop, ownerId: owner.user.id });
  const rowOf = async () => (await world.data.need(Vendors, id)).data;
  return { owner, id, rowOf };
}
const act = (route: typeof suspend, id: string, body: object = {}, as: Person | null = admin) =>
  call(route, { ...(as && { as }), params: { id }, body });
const change = (id: string, body: object, as: Person | null = admin) =>
  call(PATCH, { ...(as && { as }), params: { id }, body, method: 'PATCH' });
const moderate = (route: typeof block, entityId: string) =>
  call(route, { as: admin, body: { entityId, reason: 'Against the rules' } });
const reason = 'Sends nothing';
const auditOf = async (id: string) =>
  (await everyRow(world.data, AuditLog))
    .map(({ data }) => data)
    .filter(({ targetId, result }) => targetId === id && result === 'ok');
async function noticesOf({ user }: Person) {
  await world.drain();
  return (await world.data.find(newestFirst({ userId: user.id }, 20))).rows.map(({ data }) => data.message);
}

describe('POST /api/admin/vendors/{id}/suspend', () => {
  it('takes the products out of the shop and ends the time to pay of unpaid orders', async () => {
    const { owner, id, rowOf } = await seller();
    await addProduct(world, `prd_s${made}`, 5, { vendorId: id });
    const buyer = await asUser(world);
    const order = () => call(createOrder, { as: buyer, body: { items: [{ id: `prd_s${made}`, qty: 1 }] } });
    const placed = await order();
    expect(placed.status).toBe(201);

    const { status, body } = await act(suspend, id, { reason });
    await world.drain();

    expect([status, body.vendor]).toEqual([
      200,
      expect.objectContaining({ status: 'suspended', suspendedBy: 'admin', statusReason: reason }),
    ]);
    expect((await approvedVendors(world)).byId.has(id)).toBe(false);
    expect((await order()).status).not.toBe(201);
    const orderId: string = placed.body.order.id;
    const { holdExpiresAt } = (await world.data.need(Orders, orderId)).data;
    expect(holdExpiresAt).toBe(world.now().toISOString());
    world.clock.advance(10 * 60_000);
    await expireOrders(world);
    expect((await world.data.need(Orders, orderId)).data).toMatchObject({
      status: 'canceled',
      cancelReason: 'expired',
    });
    expect((await noticesOf(owner)).join()).toContain(reason);
    const { version } = await rowOf();
    expect((await act(suspend, id, { reason: 'Once more' })).status).toBe(200);
    expect((await rowOf()).version).toBe(version);
    expect((await auditOf(id)).map(({ action }) => action)).toEqual(['vendor.suspended']);
  });

  it('is refused for the shop itself, an own shop, a seller that never sold, without a reason and for an old version', async () => {
    const boris = await asUser(world, { role: 'admin' });
    const own = await createVendor(world, {
      ...{ name: 'Own', country: 'UA', contactEmail: 'own@seller.test', ownerId: boris.user.id },
    });
    await createVendor(world, { id: 'vnd_platform', name: 'Plaza', country: 'UA', contactEmail: 'p@plaza.test' });
    const { id } = await seller();

    expect((await act(suspend, 'vnd_platform', { reason })).body.details).toEqual({ code: 'HouseVendor' });
    expect((await act(suspend, own, { reason }, boris)).body.details).toEqual({ code: 'OwnVendor' });
    expect((await act(suspend, (await seller('applied')).id, { reason })).body.details).toEqual({
      ...{ code: 'InvalidTransition', status: 'applied' },
    });
    expect((await act(suspend, id, { reason: 'x' })).body.details).toHaveProperty('reason');
    expect((await act(suspend, id)).status).toBe(400);
    expect((await act(suspend, id, { reason, version: 9 })).body.details).toMatchObject({ code: 'StaleVersion' });
    expect((await act(suspend, 'vnd_none', { reason })).status).toBe(404);
    expect((await act(suspend, id, { reason }, await asUser(world))).status).toBe(403);
    expect((await act(suspend, id, { reason }, null)).status).toBe(401);
  });

  it('happens once when two administrators act at once', async () => {
    const { id } = await seller();

    const both = await Promise.all([act(suspend, id, { reason }), act(suspend, id, { reason: 'Another' })]);

    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(await auditOf(id)).toHaveLength(1);
  });
});

describe('POST /api/admin/vendors/{id}/reinstate', () => {
  it('lets a suspended seller sell again since the first approval', async () => {
    const { owner, id, rowOf } = await seller();
    const { approvedAt } = await rowOf();
    await act(suspend, id, { reason });
    world.clock.advance(1_000);

    expect((await act(reinstate, id)).body.vendor).toMatchObject({
      ...{ status: 'approved', statusReason: null, suspendedBy: null, approvedAt },
    });
    expect((await approvedVendors(world)).byId.has(id)).toBe(true);
    expect(await noticesOf(owner)).toHaveLength(2);
    expect((await act(reinstate, id)).status).toBe(200);
    expect(await auditOf(id)).toHaveLength(2);
  });

  it('leaves a seller to moderation until its case is restored, and to the administrator after that', async () => {
    const { id, rowOf } = await seller();
    await moderate(block, id);
    expect(await rowOf()).toMatchObject({ status: 'suspended', suspendedBy: 'moderation' });

    expect((await act(reinstate, id)).body.details).toEqual({ code: 'BlockedByModeration', entityId: id });
    await act(suspend, id, { reason });
    await moderate(restore, id);
    expect(await rowOf()).toMatchObject({ status: 'suspended', suspendedBy: 'admin' });
    expect((await act(reinstate, id)).body.vendor.status).toBe('approved');
  });

  it('is refused while the owner is blocked, after the owner is gone, and for a seller that is not suspended', async () => {
    const [blocked, gone, applied] = [await seller(), await seller(), await seller('applied')];
    await moderate(block, blocked.owner.user.id);
    await forgetSeller(world, gone.id);

    expect((await act(reinstate, blocked.id)).body.details).toMatchObject({ code: 'BlockedByModeration' });
    expect((await gone.rowOf()).suspendedBy).toBe('purge');
    expect((await act(reinstate, gone.id)).body.details).toEqual({ code: 'OwnerGone' });
    expect((await act(reinstate, applied.id)).body.details).toEqual({ code: 'InvalidTransition', status: 'applied' });
  });
});

describe('PATCH /api/admin/vendors/{id}', () => {
  it('changes commission, name and address with both values on record, and the owner is told', async () => {
    const { owner, id, rowOf } = await seller();
    const { version, slug } = await rowOf();

    const { status, body } = await change(id, {
      commissionBps: 500,
      name: 'Renamed',
      slug: `renamed-${made}`,
      version,
    });

    expect([status, body.vendor]).toEqual([
      200,
      expect.objectContaining({ commissionBps: 500, name: 'Renamed', slug: `renamed-${made}`, version: version + 1 }),
    ]);
    expect(await auditOf(id)).toMatchObject([
      {
        before: { commissionBps: null, name: `Shop ${made}`, slug },
        after: { commissionBps: 500, name: 'Renamed', slug: `renamed-${made}` },
      },
    ]);
    expect((await world.data.need(VendorSlugs, slug)).data.vendorId).toBe(id);
    expect((await noticesOf(owner)).join()).toContain('5%');
    expect((await change(id, { commissionBps: null, version: version + 1 })).body.vendor.commissionBps).toBeNull();
    expect((await change(id, { commissionBps: null, version: 1 })).status).toBe(200);
    expect((await change(id, { commissionBps: 1, version })).body.details).toEqual({
      ...{ code: 'StaleVersion', version: String(version + 2) },
    });
  });

  it('is refused for an own shop, a commission of the shop itself, a taken address and wrong values', async () => {
    const boris = await asUser(world, { role: 'admin' });
    const own = await createVendor(world, {
      ...{ name: 'Own two', country: 'UA', contactEmail: 'own@seller.test', ownerId: boris.user.id },
    });
    const [one, other] = [await seller(), await seller()];
    const { slug } = await other.rowOf();

    expect((await change(own, { commissionBps: 0, version: 1 }, boris)).body.details).toEqual({ code: 'OwnVendor' });
    expect((await change('vnd_platform', { commissionBps: 0, version: 1 })).body.details).toEqual({
      code: 'HouseVendor',
    });
    expect((await change(one.id, { slug, version: 1 })).body.details).toEqual({ code: 'SlugTaken', slug });
    for (const [body, field] of [
      [{ commissionBps: 10_001, version: 1 }, 'commissionBps'],
      [{ commissionBps: 1.5, version: 1 }, 'commissionBps'],
      [{ name: 'x', version: 1 }, 'name'],
      [{ commissionBps: 1 }, 'version'],
    ] as const)
      expect((await change(one.id, body)).body.details).toHaveProperty(field);
    expect((await change('vnd_none', { version: 1 })).status).toBe(404);
    expect((await change(one.id, { commissionBps: 1, version: 1 }, one.owner)).status).toBe(403);
    expect((await change(one.id, { version: 1 }, null)).status).toBe(401);
  });
});
