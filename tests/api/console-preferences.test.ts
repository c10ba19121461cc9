import { describe, expect, it } from 'vitest';
import { GET, PATCH } from '#app/api/admin/console-preferences/route.ts';
import { DELETE } from '#app/api/admin/console-preferences/views/[id]/route.ts';
import { POST } from '#app/api/admin/console-preferences/views/route.ts';
import { ConsolePreferencesRows } from '#lib/admin/preferences/collections.ts';
import { MOST_VIEWS } from '#lib/admin/preferences/values.ts';
import { AuditLog } from '#lib/audit/collections.ts';
import type { UserContext } from '#lib/context/context.ts';
import { call } from '#tests/support/call.ts';
import { asUser } from '#tests/support/context.ts';
import { openWorld } from '#tests/support/signing-in.ts';
import { everyRow } from '#tests/support/world.ts';

const openAdmin = async (): Promise<UserContext> => asUser(await openWorld(), { role: 'admin' });
const read = async (as: UserContext) => (await call(GET, { as })).body.preferences;
const save = (as: UserContext, body: object) => call(POST, { as, method: 'POST', body });
const remove = (as: UserContext, id: string) => call(DELETE, { as, method: 'DELETE', params: { id } });
const paid = { page: '/admin/orders', name: 'Paid', query: 'status=paid' };

describe('the preferences of the console', () => {
  it('are comfortable, with shortcuts and without views, until the first change', async () => {
    expect(await read(await openAdmin())).toEqual({ views: [], density: 'comfortable', singleKeys: true, version: 0 });
  });

  it('change one by one, and a repeat changes nothing else', async () => {
    const admin = await openAdmin();

    for (const body of [{ density: 'compact' }, { singleKeys: false }, { singleKeys: false }])
      expect((await call(PATCH, { as: admin, method: 'PATCH', body })).status).toBe(200);

    expect(await read(admin)).toEqual({ views: [], density: 'compact', singleKeys: false, version: 3 });
  });

  it.each([[{ density: 'huge' }], [{ singleKeys: 'no' }], [{ views: [] }], [{ version: 3 }]])(
    'refuse %j',
    async (body) => {
      expect((await call(PATCH, { as: await openAdmin(), method: 'PATCH', body })).status).toBe(400);
    },
  );

  it('belong to one admin and leave no audit row', async () => {
    const world = await openWorld();
    const [one, other] = [await asUser(world, { role: 'admin' }), await asUser(world, { role: 'admin' })];
    const before = (await everyRow(one.data, AuditLog)).length;
    const { body } = await save(one, paid);

    expect((await remove(other, body.view.id)).status).toBe(404);
    expect((await read(other)).views).toEqual([]);
    expect((await read(one)).views).toEqual([body.view]);
    expect(await everyRow(one.data, AuditLog)).toHaveLength(before);
  });
});

describe('a saved view', () => {
  it('is stored without the place in the list', async () => {
    const admin = await openAdmin();

    const { status, body } = await save(admin, { ...paid, name: ' Paid ', query: 'status=paid&cursor=abc' });

    expect(status).toBe(201);
    expect(body.view).toMatchObject(paid);
    expect((await read(admin)).views).toEqual([body.view]);
  });

  it('keeps a long Cyrillic filter and name, and names the field of one that is too long in an address', async () => {
    const admin = await openAdmin();
    const long = { ...paid, name: 'ї'.repeat(40), query: `q=${'ї'.repeat(300)}` };

    const kept = await save(admin, long);
    const refused = await save(admin, { ...long, query: `q=${'ї'.repeat(400)}` });

    expect([kept.status, new URLSearchParams(kept.body.view.query).get('q')]).toEqual([201, 'ї'.repeat(300)]);
    expect([refused.status, refused.body.details?.query]).toEqual([
      400,
      'is longer than 2000 characters in an address',
    ]);
    expect((await read(admin)).views).toEqual([kept.body.view]);
  });

  it('replaces the one of the same page and name, and keeps its id', async () => {
    const admin = await openAdmin();
    const first = (await save(admin, paid)).body.view;
    await save(admin, { ...paid, page: '/admin/payments' });

    const again = (await save(admin, { ...paid, query: 'status=sold' })).body.view;

    expect(again).toEqual({ ...first, query: 'status=sold' });
    expect((await read(admin)).views).toHaveLength(2);
  });

  it('is deleted once', async () => {
    const admin = await openAdmin();
    const { id } = (await save(admin, paid)).body.view;

    expect((await remove(admin, id)).body).toEqual({ deleted: true });
    expect((await remove(admin, id)).status).toBe(404);
    expect((await read(admin)).views).toEqual([]);
  });

  it('is refused above the limit, while a known name still replaces', async () => {
    const admin = await openAdmin();
    for (let at = 0; at < MOST_VIEWS; at += 1) await save(admin, { ...paid, name: `View ${at}` });

    const refused = await save(admin, paid);

    expect([refused.status, refused.body.details?.code]).toEqual([409, 'TooManyViews']);
    expect((await save(admin, { ...paid, name: 'View 7' })).status).toBe(201);
  });

  it('is kept beside others that are saved at the same time', async () => {
    const admin = await openAdmin();

    await Promise.all(['a', 'b', 'c', 'd'].map((name) => save(admin, { ...paid, name })));

    expect((await admin.data.get(ConsolePreferencesRows, admin.user.id))?.data.views).toHaveLength(4);
  });

  it.each([
    ['name', { name: 'olena@plaza.test' }],
    ['query', { query: 'q=olena%40plaza.test' }],
    ['query', { query: 'status=paid&actor=Olena%20olena@plaza.test' }],
  ])('S37 holds no address in its %s, which a purge of that account would leave', async (field, part) => {
    const { status, body } = await save(await openAdmin(), { ...paid, ...part });

    expect([status, body.details]).toEqual([400, { code: 'AddressInView', [field]: 'holds an address' }]);
  });

  it('may hold a handle', async () => {
    expect((await save(await openAdmin(), { ...paid, query: 'q=%40olena', name: '@olena @ work' })).status).toBe(201);
  });

  it.each([
    [{ page: '/admin/nowhere' }],
    [{ page: 'https://elsewhere.test' }],
    [{ name: '' }],
    [{ name: 'x'.repeat(41) }],
    [{ query: 'x'.repeat(2_001) }],
    [{ query: `q=${'ї'.repeat(400)}` }],
    [{ id: 'viw_1' }],
  ])('is refused with %j', async (part) => {
    expect((await save(await openAdmin(), { ...paid, ...part })).status).toBe(400);
  });
});
