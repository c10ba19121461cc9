import { describe, expect, it } from 'vitest';
import { GET as exportList } from '#app/api/admin/exports/[list]/route.ts';
import { PUT as setRole } from '#app/api/admin/users/[id]/role/route.ts';
import { exportLists } from '#lib/admin/exports/values.ts';
import { AuditLog } from '#lib/audit/collections.ts';
import { Users } from '#lib/auth/collections.ts';
import type { UserContext } from '#lib/context/context.ts';
import { installRuntime } from '#lib/context/runtime.ts';
import { EmailContacts } from '#lib/crm/collections.ts';
import { saveContact } from '#lib/crm/contacts/contacts.ts';
import { Orders } from '#lib/store/collections.ts';
import type { Order } from '#lib/store/schemas/order.ts';
import { call, cookieFor } from '#tests/support/call.ts';
import { asUser, type TestContext, testContext } from '#tests/support/context.ts';
import { countRows } from '#tests/support/counted-store.ts';
import { orderRow } from '#tests/support/platform-rows.ts';
import { asSuperadmin } from '#tests/support/staff.ts';
import { everyRow } from '#tests/support/world.ts';

type Person = TestContext & UserContext;

async function openWorld(): Promise<{ world: TestContext; admin: Person }> {
  const world = await testContext();
  installRuntime(world);
  return { world, admin: await asUser(world, { role: 'admin' }) };
}

async function addOrders(world: TestContext, count: number, patch: (n: number) => Partial<Order> = () => ({})) {
  for (let from = 0; from < count; from += 400)
    await world.data.batch((write) => {
      for (let n = from; n < Math.min(count, from + 400); n++)
        write.create(
          Orders,
          `ord_${String(n).padStart(6, '0')}`,
          orderRow(n, new Date(world.now().getTime() + n * 1_000).toISOString(), patch(n)),
        );
    });
}

const ask = (admin: Person, list: string, query: Record<string, string> = {}) =>
  call(exportList, { as: admin, params: { list }, query });

const requestFor = async (admin: Person): Promise<Request> =>
  new Request('http://localhost:3000/api/admin/exports/orders', {
    headers: { host: 'localhost:3000', cookie: await cookieFor(admin), 'sec-fetch-site': 'same-origin' },
  });

/** Splits plain cells. The rows of these tests have no quoted ones. */
const tableOf = (text: string): Record<string, string>[] => {
  const [head = [], ...rows] = text
    .split('\r\n')
    .slice(0, -1)
    .map((line) => line.split(','));
  return rows.map((cells) => Object.fromEntries(head.map((name, at) => [name, cells[at] ?? ''])));
};

const recorded = async (world: TestContext) =>
  (await everyRow(world.data, AuditLog)).map(({ data }) => data).filter(({ action }) => action === 'list.exported');

describe('GET /api/admin/exports/{list}', () => {
  it('sends every row of a list, newest first, behind a head of field names', async () => {
    const { world, admin } = await openWorld();
    await addOrders(world, 1_203, (n) => ({ status: n % 3 === 0 ? 'paid' : 'new', totalMinor: 10_050 }));

    const reply = await ask(admin, 'orders');

    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(reply.headers.get('content-disposition')).toBe('attachment; filename="orders-2026-03-02.csv"');
    expect(reply.text.startsWith('id,number,status,')).toBe(true);
    const rows = tableOf(reply.text);
    expect(rows.map(({ id }) => id)).toEqual(
      Array.from({ length: 1_203 }, (_, n) => `ord_${String(1_202 - n).padStart(6, '0')}`),
    );
    expect(rows[0]).toMatchObject({
      total: '100.50',
      currency: 'UAH',
      createdAt: expect.stringMatching(/^2026-03-02T/),
    });
  });

  it('applies the filter of the page, also to find refunded orders that nobody has closed', async () => {
    const { world, admin } = await openWorld();
    const statuses = ['paid', 'new', 'paid', 'processing', 'shipped', 'canceled'] as const;
    await addOrders(world, 6, (n) => ({ status: statuses[n] ?? 'new', payState: n === 0 ? 'paid' : 'refunded' }));
    for (const [asked, found] of Object.entries({ paid: ['paid', 'paid'], refunded_open: ['processing', 'paid'] }))
      expect(tableOf((await ask(admin, 'orders', { status: asked })).text).map(({ status }) => status)).toEqual(found);
  });

  it('exports the orders of whole days in the time zone of the reader, also of one status', async () => {
    const { world, admin } = await openWorld();
    await world.data.update(Users, admin.user.id, { timezone: 'Europe/Kyiv' });
    const times = [
      '2026-01-31T21:59:59.999Z',
      '2026-01-31T22:00:00.000Z',
      '2026-02-15T12:00:00.000Z',
      '2026-02-28T21:59:59.999Z',
      '2026-02-28T22:00:00.000Z',
    ];
    await addOrders(world, times.length, (n) => ({ createdAt: times[n] ?? '', status: n === 2 ? 'paid' : 'new' }));
    const february = { from: '2026-02-01', to: '2026-02-28' };
    const timesOf = async (query: Record<string, string>) =>
      tableOf((await ask(admin, 'orders', query)).text).map(({ createdAt }) => createdAt);

    expect(await timesOf(february)).toEqual([times[3], times[2], times[1]]);
    expect(await timesOf({ ...february, status: 'paid' })).toEqual([times[2]]);
    expect(await timesOf({ from: '2026-03-01' })).toEqual([times[4]]);
    expect(await timesOf({ from: '2026-02-28', to: '2026-02-01' })).toEqual([]);
    for (const day of ['2026-02-30', 'yesterday', ''])
      expect((await ask(admin, 'orders', { from: day })).status).toBe(400);
  });

  it.each(exportLists)('exports the list %s, also without rows, and records it once', async (list) => {
    const { world } = await openWorld();
    const superadmin = await asSuperadmin(world);

    const { status, text } = await ask(superadmin, list);

    expect(status).toBe(200);
    expect(text).toMatch(/^[A-Za-z]+(,[A-Za-z]+)+\r\n/);
    expect(await recorded(world)).toMatchObject([
      { action: 'list.exported', targetType: 'list', targetId: list, actorId: superadmin.user.id, result: 'ok' },
    ]);
  });

  it('writes amounts as decimal text beside their currency, whatever its digits', async () => {
    const { world, admin } = await openWorld();
    await addOrders(world, 2, (n) =>
      n === 0 ? { currency: 'JPY', totalMinor: 1_234 } : { currency: 'KWD', totalMinor: 1_234 },
    );

    const rows = tableOf((await ask(admin, 'orders')).text);

    expect(rows.map(({ currency, total }) => [currency, total])).toEqual([
      ['KWD', '1.234'],
      ['JPY', '1234'],
    ]);
  });

  it('keeps a spreadsheet from running what people wrote', async () => {
    const { world, admin } = await openWorld();
    await saveContact(admin, {
      email: 'ann@shop.test',
      name: '=HYPERLINK("http://evil.test","x")',
      company: '+1',
      type: '@a',
    });
    expect(await everyRow(world.data, EmailContacts)).toHaveLength(1);

    const { text } = await ask(admin, 'contacts');

    expect(text).toContain(`"'=HYPERLINK(""http://evil.test"",""x"")",'+1,'@a`);
  });

  it('S64 records ids and closed words of the filter, and of texts only that they were given', async () => {
    const { world, admin } = await openWorld();

    await ask(admin, 'contacts', { email: 'ann@shop.test' });
    await ask(admin, 'orders', { status: 'paid' });
    await ask(admin, 'audit', { actor: admin.user.email, target: 'ann@shop.test' });
    await ask(admin, 'audit', { actor: 'ann@shop.test' });

    expect((await recorded(world)).map(({ targetId, after }) => [targetId, after])).toEqual(
      expect.arrayContaining([
        ['contacts', { email: true }],
        ['orders', { status: 'paid' }],
        ['audit', { actor: admin.user.id, target: true }],
        ['audit', { actor: true }],
      ]),
    );
    expect(JSON.stringify(await recorded(world))).not.toContain('ann@shop.test');
  });

  it('exports the acts that the filter of the audit page shows, by actor, also by address', async () => {
    const { world, admin } = await openWorld();
    const superadmin = await asSuperadmin(world);
    const target = await asUser(world);
    for (const role of ['member', 'visitor'])
      await call(setRole, { as: superadmin, params: { id: target.user.id }, method: 'PUT', body: { role } });

    const byId = tableOf((await ask(admin, 'audit', { actor: superadmin.user.id, action: 'user.role-changed' })).text);
    const byAddress = tableOf((await ask(admin, 'audit', { actor: superadmin.user.email })).text);
    const nobody = tableOf((await ask(admin, 'audit', { actor: 'nobody@plaza.test' })).text);

    expect(byId.map(({ actorId, targetId }) => [actorId, targetId])).toEqual(
      Array(2).fill([superadmin.user.id, target.user.id]),
    );
    expect(byAddress.map(({ action }) => action)).toEqual(Array(2).fill('user.role-changed'));
    expect(nobody).toEqual([]);
  });

  it.each([
    ['an unknown filter', 'orders', { color: 'red' }],
    ['a filter of another list', 'orders', { purpose: 'store_order' }],
    ['a cursor', 'orders', { cursor: 'abc' }],
    ['an unknown value', 'orders', { status: 'gone' }],
    ['a day that is none', 'audit', { from: '2026-02-30' }],
    ['a day after the last that zones can count', 'orders', { to: '9999-12-31' }],
    ['a day before the first that zones can count', 'orders', { from: '0001-01-01' }],
    ['an unknown list', 'users', {}],
    ['a list that has no page yet', 'products', {}],
  ])('rejects %s with 400 and records nothing', async (_, list, query) => {
    const { world, admin } = await openWorld();

    const { status, body } = await ask(admin, list, query);

    expect([status, body.error]).toEqual([400, 'ValidationError']);
    expect(await recorded(world)).toEqual([]);
  });

  it('rejects a repeated filter', async () => {
    const { admin } = await openWorld();

    const { status } = await call(exportList, {
      as: admin,
      params: { list: 'orders' },
      query: 'status=new&status=paid',
    });

    expect(status).toBe(400);
  });

  it('is for administrators, and the runs are for superadmins', async () => {
    const { world, admin } = await openWorld();
    const visitor = await asUser(world);

    expect((await call(exportList, { params: { list: 'orders' } })).status).toBe(401);
    expect((await ask(visitor, 'orders')).status).toBe(403);
    expect((await ask(admin, 'runs')).status).toBe(403);
    expect((await recorded(world)).map(({ targetId, result }) => [targetId, result])).toEqual([['runs', 'denied']]);
    expect((await ask(await asSuperadmin(world), 'runs')).status).toBe(200);
  });

  it('counts in its own group, ten a minute', async () => {
    const { admin } = await openWorld();
    const statuses: number[] = [];
    for (let n = 0; n < 11; n++) statuses.push((await ask(admin, 'stats')).status);

    expect(statuses).toEqual([...Array(10).fill(200), 429]);
  });

  it('exports twice at the same time, each whole and each on record', async () => {
    const { world, admin } = await openWorld();
    await addOrders(world, 700);

    const replies = await Promise.all([ask(admin, 'orders'), ask(admin, 'orders')]);

    expect(replies.map(({ text }) => tableOf(text).length)).toEqual([700, 700]);
    expect(await recorded(world)).toHaveLength(2);
  });

  it('begins with a byte order mark, without which spreadsheets do not read UTF-8', async () => {
    const { admin } = await openWorld();

    const response = await exportList(await requestFor(admin), { params: Promise.resolve({ list: 'orders' }) });

    expect([...new Uint8Array(await response.arrayBuffer()).slice(0, 5)]).toEqual([0xef, 0xbb, 0xbf, 0x69, 0x64]);
  });

  it('stops reading when the client leaves midway', async () => {
    const world = await testContext();
    const { data, rowsRead } = countRows(world.data);
    installRuntime({ ...world, data });
    const admin = await asUser(world, { role: 'admin' });
    await addOrders(world, 3_000);

    const response = await exportList(await requestFor(admin), { params: Promise.resolve({ list: 'orders' }) });
    const reader = response.body?.getReader();
    await reader?.read();
    await reader?.read();
    await reader?.cancel();
    const read = rowsRead();
    await new Promise(setImmediate);

    expect(read).toBeLessThan(2_000);
    expect(rowsRead()).toBe(read);
  });

  it('S64 shows a row that is neither lost nor doubled while rows are added in front', async () => {
    const { world, admin } = await openWorld();
    await addOrders(world, 1_200);

    const response = await exportList(await requestFor(admin), { params: Promise.resolve({ list: 'orders' }) });
    const reader = response.body?.getReader();
    const decoder = new TextDecoder();
    let text = '';
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      text += decoder.decode(part.value, { stream: true });
      await world.data.create(
        Orders,
        `ord_new${text.length}`,
        orderRow(5_000 + text.length, new Date(world.now().getTime() + 9_000_000 + text.length).toISOString()),
      );
    }

    const ids = tableOf(text).map(({ id }) => id);
    expect(ids.filter((id) => id?.startsWith('ord_0'))).toHaveLength(1_200);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
