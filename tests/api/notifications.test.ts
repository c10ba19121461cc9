import { beforeEach, describe, expect, it } from 'vitest';
import { PUT as archive } from '#app/api/notifications/[id]/archive/route.ts';
import { PUT as read } from '#app/api/notifications/[id]/read/route.ts';
import { DELETE as remove } from '#app/api/notifications/[id]/route.ts';
import { GET as analytics } from '#app/api/notifications/analytics/route.ts';
import { GET as job } from '#app/api/notifications/bulk/[jobId]/route.ts';
import { POST as bulk } from '#app/api/notifications/bulk/route.ts';
import { PUT as change, GET as preferences } from '#app/api/notifications/preferences/route.ts';
import { PUT as readAll } from '#app/api/notifications/read-all/route.ts';
import { GET as list, POST as send } from '#app/api/notifications/route.ts';
import { POST as test } from '#app/api/notifications/test/route.ts';
import type { UserContext } from '#lib/context/context.ts';
import { installRuntime } from '#lib/context/runtime.ts';
import { HOUR_MS, MINUTE_MS } from '#lib/core/time.ts';
import { Notifications } from '#lib/notifications/collections.ts';
import { call } from '#tests/support/call.ts';
import { asUser, type TestContext, testContext } from '#tests/support/context.ts';
import { everyRow } from '#tests/support/world.ts';

type Person = TestContext & UserContext;
let admin: Person;
let anna: Person;
beforeEach(async () => {
  const world = await testContext();
  installRuntime(world);
  [admin, anna] = await Promise.all([asUser(world, { role: 'admin' }), asUser(world)]);
});

const news = (more: object = {}) => ({
  userId: anna.user.id,
  type: 'SYSTEM',
  title: 'News',
  message: 'Something has happened',
  ...more,
});
const tell = async (more: object = {}) => {
  admin.clock.advance(1_000);
  return (await call(send, { as: admin, body: news(more) })).body.notification;
};
const listOf = async (query: Readonly<Record<string, string | number>> = {}) =>
  (await call(list, { as: anna, query })).body;
const titles = async (query: Readonly<Record<string, string | number>> = {}) =>
  (await listOf(query)).notifications.map(({ title }) => title);

describe('POST /api/notifications', () => {
  it('stores the text unchanged', async () => {
    expect(await tell({ title: ' News ', message: 'Words\n' })).toMatchObject({ title: ' News ', message: 'Words\n' });
  });

  it('stores the notification and returns its public fields', async () => {
    const expiresAt = new Date(admin.now().getTime() + HOUR_MS).toISOString();
    const { status, body } = await call(send, {
      as: admin,
      body: news({ priority: 'high', data: { orderId: 'ord_1', deep: [[1]], actionUrl: '/orders/ord_1' }, expiresAt }),
    });

    expect(status).toBe(201);
    expect(body).toEqual({
      notification: {
        id: expect.stringMatching(/^ntf_/),
        userId: anna.user.id,
        type: 'SYSTEM',
        title: 'News',
        message: 'Something has happened',
        data: { orderId: 'ord_1', deep: [[1]], actionUrl: '/orders/ord_1' },
        priority: 'high',
        status: 'unread',
        createdAt: admin.now().toISOString(),
        readAt: null,
        expiresAt,
      },
      delivered: false,
      pushSent: false,
    });
    expect((await listOf()).notifications).toEqual([body.notification]);
  });

  it.each([
    ['title', { title: ' ' }],
    ['title', { title: 'x'.repeat(201) }],
    ['message', { message: 'x'.repeat(2_001) }],
    ['type', { type: 'OTHER' }],
    ['priority', { priority: 'soon' }],
    ['data', { data: { text: 'x'.repeat(5_000) } }],
    ['expiresAt', { expiresAt: '2020-01-01T00:00:00.000Z' }],
    ['expiresAt', { expiresAt: 'tomorrow' }],
    ['userId', { userId: 'usr_nobody' }],
  ])('names the invalid field: %s', async (field, more) => {
    const { status, body } = await call(send, { as: admin, body: news(more) });

    expect([status, Object.keys(body.details ?? {})]).toEqual([400, [field]]);
    expect(await everyRow(admin.data, Notifications)).toEqual([]);
  });

  it('returns the first response for a repeated key, also concurrently, and 409 for another body', async () => {
    const headers = { 'idempotency-key': 'once' };
    const once = (more: object = {}) => call(send, { as: admin, headers, body: news(more) });
    const [first, second] = await Promise.all([once(), once()]);
    await call(read, { as: anna, params: { id: first.body.notification.id } });
    const later = await once();

    expect([first.status, second.status, later.status]).toEqual([201, 201, 201]);
    expect(second.body.notification).toEqual(first.body.notification);
    expect(later.body.notification).toEqual(first.body.notification);
    expect((await once({ title: 'Other' })).status).toBe(409);
    expect(await everyRow(admin.data, Notifications)).toHaveLength(1);
  });

  it('archives a disabled type at once, but lists SYSTEM', async () => {
    await call(change, {
      as: anna,
      method: 'PUT',
      body: { types: { WALLET: { enabled: false }, SYSTEM: { enabled: false } } },
    });
    const wallet = await call(send, { as: admin, body: news({ type: 'WALLET' }) });
    const system = await call(send, { as: admin, body: news() });

    expect(wallet).toMatchObject({ status: 201, body: { delivered: false, pushSent: false } });
    expect([wallet.body.notification.status, system.body.notification.status]).toEqual(['archived', 'unread']);
    expect(await listOf()).toMatchObject({ unreadCount: 1, notifications: [{ id: system.body.notification.id }] });
    expect(await admin.drain()).toBe(0);
  });
});

describe('GET /api/notifications', () => {
  it('lists the newest first, and combines filters by status, type, priority and time', async () => {
    const [a] = [await tell({ title: 'a' }), await tell({ title: 'b', type: 'WALLET', priority: 'urgent' })];
    const c = await tell({ title: 'c', type: 'WALLET' });
    const d = await tell({ title: 'd', priority: 'urgent' });
    await call(read, { as: anna, params: { id: a.id } });
    await call(archive, { as: anna, params: { id: d.id } });

    expect(await titles()).toEqual(['c', 'b', 'a']);
    expect(await titles({ status: 'unread' })).toEqual(['c', 'b']);
    expect(await titles({ status: 'read' })).toEqual(['a']);
    expect(await titles({ status: 'archived' })).toEqual(['d']);
    expect(await titles({ type: 'WALLET', priority: 'urgent', status: 'unread' })).toEqual(['b']);
    expect(await titles({ type: 'WALLET', before: c.createdAt })).toEqual(['b']);
    expect(await titles({ after: a.createdAt, before: c.createdAt })).toEqual(['b']);
    expect(await titles({ after: c.createdAt.slice(0, 10) })).toEqual(await titles());
    expect(await titles({ before: c.createdAt.slice(0, 10) })).toEqual([]);
    expect((await listOf({ type: 'WALLET', priority: 'urgent' })).pagination.total).toBe(1);
    expect((await listOf({ status: 'archived' })).unreadCount).toBe(2);
  });

  it('pages without gaps or repeats, clamps the limit, and returns empty pages beyond the end', async () => {
    for (let n = 1; n <= 5; n++) await tell({ title: `${n}` });

    const pages = [
      await listOf({ limit: 2 }),
      await listOf({ limit: 2, page: 2 }),
      await listOf({ limit: 2, page: 3 }),
    ];

    expect(pages.flatMap(({ notifications }) => notifications.map(({ title }) => title))).toEqual([
      '5',
      '4',
      '3',
      '2',
      '1',
    ]);
    expect(pages.map(({ pagination }) => pagination)).toEqual([
      { page: 1, limit: 2, total: 5, totalPages: 3, hasNext: true, hasPrev: false },
      { page: 2, limit: 2, total: 5, totalPages: 3, hasNext: true, hasPrev: true },
      { page: 3, limit: 2, total: 5, totalPages: 3, hasNext: false, hasPrev: true },
    ]);
    expect(await listOf({ page: 9 })).toMatchObject({ notifications: [], pagination: { total: 5, hasNext: false } });
    expect((await listOf({ limit: 1_000 })).pagination.limit).toBe(100);
  });

  it.each([
    'limit=0',
    'limit=-1',
    'limit=1.5',
    'page=0',
    'page=501&limit=20',
    'status=new',
    'type=other',
    'priority=soon',
    'before=yesterday',
    'type=WALLET&type=SYSTEM',
  ])('rejects the query %s', async (query) => {
    expect((await call(list, { as: anna, query })).status).toBe(400);
  });
});

describe('one notification', () => {
  it('can be read, archived and deleted once, by its owner alone', async () => {
    const { id } = await tell();
    const bob = await asUser(admin);
    const asBob = { as: bob, params: { id } };
    const others = await Promise.all([call(read, asBob), call(archive, asBob), call(remove, asBob)]);
    expect(others.map(({ status }) => status)).toEqual([404, 404, 404]);

    const first = await call(read, { as: anna, params: { id } });
    admin.clock.advance(MINUTE_MS);
    const again = await call(read, { as: anna, params: { id } });
    const archived = await call(archive, { as: anna, params: { id } });
    const twice = await call(archive, { as: anna, params: { id } });

    expect(first.body).toEqual({
      notification: { id, status: 'read', readAt: expect.any(String) },
      unreadCount: 0,
    });
    expect(again.body).toEqual(first.body);
    expect(archived.body.notification).toMatchObject({ status: 'archived', readAt: first.body.notification.readAt });
    expect(twice.body).toEqual(archived.body);
    expect((await call(read, { as: anna, params: { id } })).body.notification.status).toBe('archived');
    expect((await call(remove, { as: anna, params: { id }, method: 'DELETE' })).body).toEqual({
      deleted: true,
      notificationId: id,
    });
    expect((await call(remove, { as: anna, params: { id }, method: 'DELETE' })).status).toBe(404);
  });

  it('is marked read with all others of its type up to a moment', async () => {
    const first = await tell({ type: 'WALLET' });
    await tell({ type: 'WALLET' });
    await tell();

    const some = await call(readAll, {
      as: anna,
      method: 'PUT',
      query: { before: first.createdAt },
      body: { type: 'WALLET' },
    });
    const rest = await call(readAll, { as: anna, body: {} });
    const none = await call(readAll, { as: anna, raw: '', method: 'PUT' });

    expect([some.body, rest.body, none.body]).toEqual([
      { markedCount: 1, unreadCount: 2 },
      { markedCount: 2, unreadCount: 0 },
      { markedCount: 0, unreadCount: 0 },
    ]);
    const differing = await call(readAll, { as: anna, query: { type: 'SYSTEM' }, body: { type: 'WALLET' } });
    expect([differing.status, differing.body.details]).toEqual([
      400,
      { type: 'must be the same in the body and the query' },
    ]);
  });
});

describe('/api/notifications/preferences', () => {
  it('starts from defaults in the user’s time zone and changes any given part', async () => {
    const { body } = await call(preferences, { as: anna });
    expect(body.preferences).toMatchObject({
      emailNotifications: true,
      smsNotifications: false,
      types: { MESSAGE: { enabled: true, email: false, push: true, sms: false }, WALLET: { email: true } },
      quietHours: { enabled: false, start: '22:00', end: '08:00', timezone: 'Europe/Kyiv' },
      frequency: 'immediate',
    });

    await call(change, { as: anna, body: { quietHours: { enabled: true }, types: { MESSAGE: { push: false } } } });
    const changed = await call(change, {
      as: anna,
      body: { quietHours: { end: '07:30' }, types: { MESSAGE: { email: true } } },
    });

    expect(changed.body).toEqual({
      updated: true,
      preferences: {
        ...body.preferences,
        quietHours: { enabled: true, start: '22:00', end: '07:30', timezone: 'Europe/Kyiv' },
        types: { ...body.preferences.types, MESSAGE: { enabled: true, email: true, push: false, sms: false } },
      },
    });
    expect((await call(preferences, { as: anna })).body.preferences).toEqual(changed.body.preferences);
  });

  it.each([
    ['colour', { colour: 'red' }],
    ['types', { types: { OTHER: {} } }],
    ['types.SYSTEM', { types: { SYSTEM: { fax: true } } }],
    ['quietHours.start', { quietHours: { start: '24:00' } }],
    ['quietHours.timezone', { quietHours: { timezone: 'Mars/Olympus' } }],
    ['frequency', { frequency: 'yearly' }],
  ])('rejects an unknown field or value: %s', async (field, body) => {
    const refused = await call(change, { as: anna, body });

    expect(refused.status).toBe(400);
    expect(Object.keys(refused.body.details ?? {}).join()).toContain(field === 'colour' ? 'body' : field);
  });
});

describe('POST /api/notifications/bulk', () => {
  const notification = { type: 'ENTITY', title: 'News', message: 'For all' };

  it('notifies each person once, reports who could not be notified, and resumes under its key', async () => {
    const userIds = [admin.user.id, 'usr_nobody', anna.user.id, admin.user.id];
    const headers = { 'idempotency-key': 'round-1' };
    const first = await call(bulk, { as: admin, headers, body: { userIds, notification } });
    const again = await call(bulk, { as: admin, headers, body: { userIds, notification } });
    const jobId = first.headers.get('x-job-id') ?? '';

    expect(first.body).toEqual({
      sent: 2,
      totalUsers: 3,
      successful: 2,
      failed: 1,
      notificationIds: [expect.any(String), expect.any(String)],
    });
    expect(again.body).toEqual(first.body);
    expect((await listOf()).notifications.map(({ id }) => id)).toEqual([first.body.notificationIds[1]]);
    expect((await call(job, { as: admin, params: { jobId } })).body.job).toMatchObject({
      id: jobId,
      total: 3,
      done: 2,
      failed: 1,
      cursor: 3,
      state: 'done',
    });
    expect((await call(bulk, { as: admin, headers, body: { userIds: [anna.user.id], notification } })).status).toBe(
      409,
    );
  });

  it('accepts 1 to 5,000 people and no slot, and responds with 429 to the eleventh call of a minute', async () => {
    const people = (count: number) => Array.from({ length: count }, (_, n) => `usr_${n}`);
    const answers = [
      await call(bulk, { as: admin, body: { userIds: [], notification } }),
      await call(bulk, { as: admin, body: { userIds: people(5_001), notification } }),
      await call(bulk, {
        as: admin,
        body: { userIds: [anna.user.id], notification: { ...notification, data: { collapseKey: 'x' } } },
      }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400]);

    const more = Array.from({ length: 8 }, () =>
      call(bulk, { as: admin, body: { userIds: [anna.user.id], notification } }),
    );
    const statuses = (await Promise.all(more)).map(({ status }) => status);

    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  });
});

describe('the analytics and the test notification', () => {
  it('count sent and read notifications by type and priority, with rates to four decimals', async () => {
    const ids = [await tell(), await tell({ priority: 'urgent' }), await tell({ type: 'WALLET' })].map(({ id }) => id);
    await call(read, { as: anna, params: { id: ids[0] ?? '' } });

    const { body } = await call(analytics, { as: admin, query: { period: 'day' } });

    expect(body).toMatchObject({
      period: 'day',
      totalSent: 3,
      totalRead: 1,
      readRate: 0.3333,
      byType: { SYSTEM: { sent: 2, read: 1, rate: 0.5 }, MESSAGE: { sent: 0, read: 0, rate: 0 } },
      byPriority: { urgent: { sent: 1, read: 0, rate: 0 } },
      deliveryStats: { realTimeDelivered: 0, pushDelivered: 0 },
    });
    const tomorrow = { startDate: '2026-03-03', endDate: '2026-03-09' };
    expect((await call(analytics, { as: admin, query: tomorrow })).body.totalSent).toBe(0);
    for (const query of [
      { startDate: '2026-03-09', endDate: '2026-03-03' },
      { startDate: '2024-01-01' },
      { period: 'year' },
    ])
      expect((await call(analytics, { as: admin, query })).status).toBe(400);
  });

  it('send a test to the caller in the caller’s language', async () => {
    const olena = await asUser(admin, { locale: 'uk' });

    const { status, body } = await call(test, { as: olena });

    expect([status, body.notification.title, body.notification.userId]).toEqual([201, 'Працює', olena.user.id]);
  });
});
