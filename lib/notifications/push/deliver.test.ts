import { afterEach, describe, expect, it } from 'vitest';
import { noteEnded } from '#lib/auth/sessions.ts';
import type { PushMessage, TokenPush } from '#lib/context/ports/push.ts';
import { armFault } from '#lib/core/fault.ts';
import { after, DAY_MS, MINUTE_MS, SECOND_MS } from '#lib/core/time.ts';
import { OUTBOX_LEASE_MS } from '#lib/data/outbox-lease.ts';
import { readAnalytics } from '#lib/notifications/analytics/analytics.ts';
import { NotificationDeliveries, Notifications } from '#lib/notifications/collections.ts';
import { createNotification, type NotificationContent } from '#lib/notifications/write/create.ts';
import { asUser, type TestContext } from '#tests/support/context.ts';
import type { Answering } from '#tests/support/push-service.ts';
import { addBrowser, openPushWorld } from '#tests/support/pushing.ts';
import { everyRow } from '#tests/support/world.ts';
import { PushRegistrations } from './collections.ts';
import { clearDevices } from './hygiene.ts';
import { registerDevice } from './registrations.ts';

const shipped: NotificationContent = {
  type: 'ENTITY',
  template: 'order.shipped',
  params: { number: 'P4C0FFEE00' },
  data: { actionUrl: '/orders/ord_1' },
  source: 'test',
};
const deliveries = async ({ data }: TestContext) =>
  (await everyRow(data, NotificationDeliveries)).map((row) => row.data).filter(({ channel }) => channel === 'push');
const devices = async ({ data }: TestContext) => (await everyRow(data, PushRegistrations)).map((row) => row.data);
const alarms = ({ lines }: TestContext) =>
  lines.filter(({ level, event }) => level === 'error' && event.startsWith('push.')).map(({ event }) => event);

const status =
  (code: number, headers: Record<string, string> = {}): Answering =>
  (response) =>
    response.writeHead(code, headers).end();

/** Notifies a user with one browser. */
async function pushTo(answer?: Answering, content: Partial<NotificationContent> = {}) {
  const opened = await openPushWorld(answer ? { answer } : {});
  const { world, anna, service } = opened;
  const browser = await addBrowser(anna, service.origin, 'one-of-anna');
  await createNotification(world, anna.user.id, { ...shipped, ...content } as NotificationContent);
  return { ...opened, browser };
}

afterEach(() => armFault({ FAULT_MODE: 'throw' }));

describe('a push', () => {
  it('reaches each device of a user once, with the text of the notification', async () => {
    const { world, anna, service, browser } = await pushTo();
    const second = await addBrowser(anna, service.origin, 'two-of-anna');

    await world.drain();
    await world.drain();

    expect(service.pushed.map(({ path }) => path).sort()).toEqual(['/wpush/one-of-anna', '/wpush/two-of-anna']);
    const bodyFor = (name: string) => service.pushed.find(({ path }) => path.endsWith(name))?.body ?? Buffer.alloc(0);
    const note = JSON.parse(browser.open(bodyFor('one-of-anna'))) as Record<string, unknown>;
    expect(note).toMatchObject({ v: 1, type: 'ENTITY', title: 'Order P4C0FFEE00 is on its way', count: 1 });
    expect(JSON.parse(second.open(bodyFor('two-of-anna')))).toEqual(note);
    expect((await deliveries(world)).map((row) => [row.status, row.provider, row.attempts])).toEqual([
      ['sent', 'webpush', 1],
      ['sent', 'webpush', 1],
    ]);
    expect((await devices(world)).every(({ lastOkAt }) => lastOkAt === world.now().toISOString())).toBe(true);
    expect((await readAnalytics(world, { period: 'day' })).deliveryStats.pushDelivered).toBe(2);
  });

  it('goes to only one of the two addresses of a device', async () => {
    const tokens: PushMessage[] = [];
    const fcm: TokenPush = {
      send: async (_, message) => {
        tokens.push(message);
        return { state: 'sent' };
      },
    };
    const { world, anna, service } = await openPushWorld();
    const both = { ...anna, push: { ...anna.push, tokens: fcm } };
    await addBrowser(both, service.origin, 'both-ways');
    await registerDevice(both, {
      deviceFingerprint: 'device-both-ways',
      deviceInfo: {},
      platform: '',
      token: 'token-1',
    });
    await createNotification(world, anna.user.id, shipped);

    await world.drain();

    expect([service.pushed.length, tokens.length, (await deliveries(world)).length]).toEqual([1, 0, 1]);
  });

  it('records why it was not sent', async () => {
    const nobody = await openPushWorld();
    await createNotification(nobody.world, nobody.anna.user.id, shipped);
    await nobody.world.drain();
    const read = await pushTo();
    const [row] = await everyRow(read.world.data, Notifications);
    await read.world.data.update(Notifications, row?.id ?? '', { status: 'read' });
    await read.world.drain();
    const late = await pushTo(undefined, { expiresAt: '2026-03-02T10:00:30.000Z' });
    late.world.clock.advance(MINUTE_MS);
    await late.world.drain();

    expect((await deliveries(nobody.world)).map((delivery) => [delivery.status, delivery.reason])).toEqual([
      ['not_sent', 'no_device'],
    ]);
    expect((await deliveries(read.world)).map((delivery) => [delivery.status, delivery.reason])).toEqual([
      ['not_sent', 'read_first'],
    ]);
    expect((await deliveries(late.world)).map((delivery) => [delivery.status, delivery.reason])).toEqual([
      ['expired', null],
    ]);
    expect([...read.service.pushed, ...late.service.pushed]).toEqual([]);
  });

  it.each([
    [404, { status: 'failed', reason: 'Http404' }, null, []],
    [410, { status: 'failed', reason: 'Http410' }, null, []],
    [403, { status: 'failed', reason: 'Http403' }, { failCount: 0, needsResubscribe: false }, ['push.refused']],
    [301, { status: 'failed', reason: 'Http301' }, { failCount: 1 }, ['push.redirected']],
    [405, { status: 'failed', reason: 'Http405' }, { failCount: 1 }, []],
  ])(
    'F15 is not retried after %i, and keeps, marks or deletes the device accordingly',
    async (code, delivery, device, alarmed) => {
      const { world, service } = await pushTo(status(code));

      await world.drain();
      world.clock.advance(DAY_MS);
      await world.drain();

      expect(service.pushed).toHaveLength(1);
      expect(await deliveries(world)).toMatchObject([delivery]);
      expect(await devices(world)).toMatchObject(device ? [device] : []);
      expect(alarms(world)).toEqual(alarmed);
    },
  );

  it('F15 is sent once more with half of the text after a 413', async () => {
    const { world, service, browser } = await pushTo(status(413));

    await world.drain();

    const texts = service.pushed.map(({ body }) => (JSON.parse(browser.open(body)) as { message: string }).message);
    expect(texts).toHaveLength(2);
    expect(texts[1]).toBe(`${texts[0]?.slice(0, Math.floor((texts[0]?.length ?? 0) / 2))}…`);
    expect(await deliveries(world)).toMatchObject([{ status: 'failed', reason: 'Http413' }]);
  });

  it('F15 is retried as late as the service asks, and records the new result', async () => {
    const { world, service } = await pushTo(status(429, { 'retry-after': '90' }));
    await world.drain();
    const [waiting] = await deliveries(world);
    world.clock.advance(89 * SECOND_MS);
    await world.drain();
    const early = service.pushed.length;
    service.answer(status(201));

    world.clock.advance(SECOND_MS);
    await world.drain();

    expect(waiting).toMatchObject({ status: 'queued', nextAt: '2026-03-02T10:01:30.000Z' });
    expect(early).toBe(1);
    expect(await deliveries(world)).toMatchObject([{ status: 'sent', attempts: 2, nextAt: null }]);
    expect(await devices(world)).toMatchObject([{ failCount: 0, failingSince: null }]);
  });

  it.each([
    ['0', '0'],
    ['a time in the past', 'Mon, 02 Mar 2026 09:00:00 GMT'],
  ])('F15 keeps its own pause when the service asks for %s', async (_, asked) => {
    const { world, service } = await pushTo(status(503, { 'retry-after': asked }));

    for (let turn = 0; turn < 3; turn++) await world.drain();

    expect(service.pushed).toHaveLength(1);
    const [waiting] = await deliveries(world);
    expect(Date.parse(waiting?.nextAt ?? '') - world.now().getTime()).toBeGreaterThanOrEqual(7_500);
  });

  it('F15 fails after eight attempts, or expires with the notification', async () => {
    const { world, service } = await pushTo(status(500));
    const brief = await pushTo(status(503, { 'retry-after': '3600' }), { expiresAt: '2026-03-02T10:30:00.000Z' });

    for (let turn = 0; turn < 12; turn++) {
      await world.drain();
      world.clock.advance(60 * MINUTE_MS);
    }
    await brief.world.drain();

    expect(service.pushed).toHaveLength(8);
    expect(await deliveries(world)).toMatchObject([{ status: 'failed', reason: 'Http500', attempts: 8 }]);
    expect(await deliveries(brief.world)).toMatchObject([{ status: 'expired', reason: 'Http503' }]);
    expect(await devices(world)).toMatchObject([{ failCount: 8, failingSince: '2026-03-02T10:00:00.000Z' }]);
  });

  it('F15 is never sent again when the service may have received it', async () => {
    const { world, service } = await pushTo((response) => response.destroy());

    for (let turn = 0; turn < 3; turn++) {
      await world.drain();
      world.clock.advance(DAY_MS / 4);
    }

    expect(service.pushed).toHaveLength(1);
    expect(await deliveries(world)).toMatchObject([{ status: 'unknown', reason: 'ECONNRESET' }]);
    expect(await devices(world)).toMatchObject([{ failCount: 0 }]);
    expect(alarms(world)).toEqual(['push.unknown']);
  });

  it('is superseded by a newer notification of the same row, which has its own push', async () => {
    const said = (number: string) => ({ params: { number }, data: { collapseKey: 'conversation:cvs_1' } });
    const { world, anna, service, browser } = await pushTo(status(503), said('One'));
    await world.drain();
    service.answer(status(201));
    await createNotification(world, anna.user.id, { ...shipped, ...said('Two') } as NotificationContent);
    await world.drain();

    world.clock.advance(MINUTE_MS);
    await world.drain();

    const titles = service.pushed.map(({ body }) => (JSON.parse(browser.open(body)) as { title: string }).title);
    expect(titles).toEqual(['Order One is on its way', 'Order Two is on its way']);
    expect((await deliveries(world)).map((delivery) => `${delivery.status} ${delivery.reason}`).sort()).toEqual([
      'not_sent superseded',
      'sent null',
    ]);
  });

  it.each(['push.after_claim', 'push.after_send'])(
    'is sent at most once when the process ends at %s, and is recorded as unknown',
    async (point) => {
      const { world, service } = await pushTo();
      armFault({ FAULT_AT: point, FAULT_MODE: 'throw' });
      await world.drain();
      armFault({ FAULT_MODE: 'throw' });

      world.clock.advance(OUTBOX_LEASE_MS + MINUTE_MS);
      await world.drain();

      expect(service.pushed).toHaveLength(point === 'push.after_send' ? 1 : 0);
      expect(await deliveries(world)).toMatchObject([{ status: 'unknown', reason: 'interrupted' }]);
    },
  );

  it('delays no other effect while a push service hangs', async () => {
    const { world, anna, service } = await openPushWorld();
    const released: (() => void)[] = [];
    service.answer((response) => released.push(() => response.writeHead(201).end()));
    for (let n = 0; n < 12; n++) await addBrowser(anna, service.origin, `hanging-${n}`);
    await createNotification(world, anna.user.id, shipped);
    const draining = world.drain();
    await expect.poll(() => released.length).toBe(12);

    const boris = await asUser(world);
    await addBrowser(boris, service.origin, 'of-boris');
    await world.data.batch((write) => noteEnded(write, world.now(), { userId: boris.user.id }));
    const other = world.drain();
    await expect.poll(async () => (await devices(world)).some(({ userId }) => userId === boris.user.id)).toBe(false);
    for (const release of released) release();
    await Promise.all([draining, other]);

    expect((await deliveries(world)).map((row) => row.status)).toEqual(Array(12).fill('sent'));
  });
});

const ago = ({ now }: Pick<TestContext, 'now'>, days: number) => after(now(), -days * DAY_MS);

describe('clearDevices', () => {
  it('removes the devices that fail for a month or are unseen for three months, and no others', async () => {
    const { world, anna, service } = await openPushWorld();
    for (const name of ['in-order', 'failing', 'failing-long', 'unseen-long'])
      await addBrowser(anna, service.origin, name);
    const rows = await everyRow(world.data, PushRegistrations);
    const idOf = (name: string) => rows.find(({ data }) => data.deviceFingerprint === `device-${name}`)?.id ?? '';
    await world.data.update(PushRegistrations, idOf('failing'), { failingSince: ago(world, 29) });
    await world.data.update(PushRegistrations, idOf('failing-long'), { failingSince: ago(world, 31) });
    await world.data.update(PushRegistrations, idOf('unseen-long'), { lastSeenAt: ago(world, 91) });

    expect(await clearDevices(world)).toBe(2);

    const left = (await devices(world)).map(({ deviceFingerprint }) => deviceFingerprint);
    expect(left.sort()).toEqual(['device-failing', 'device-in-order']);
  });

  it('removes month-old subscriptions for unknown keys, and keeps those for the previous keys', async () => {
    const { world, anna, service } = await openPushWorld();
    for (const name of ['ours', 'previous', 'lost', 'lost-lately', 'lost-with-app'])
      await addBrowser(anna, service.origin, name);
    const rows = await everyRow(world.data, PushRegistrations);
    for (const { id, data } of rows) {
      const name = data.deviceFingerprint.replace('device-', '');
      await world.data.update(PushRegistrations, id, {
        lastSeenAt: ago(world, name === 'lost-lately' ? 29 : 31),
        ...(name === 'previous' && { keyId: 'previous' }),
        ...(name.startsWith('lost') && { keyId: 'lost-key' }),
        ...(name === 'lost-with-app' && { token: 'token-of-an-app' }),
      });
    }
    const web = world.push.web && { ...world.push.web, knows: (keyId: string) => keyId !== 'lost-key' };

    expect(await clearDevices({ ...world, push: { ...world.push, web } })).toBe(2);
    expect(await clearDevices({ ...world, push: { ...world.push, web } })).toBe(0);

    const left = await devices(world);
    expect(left.map(({ deviceFingerprint }) => deviceFingerprint).sort()).toEqual([
      'device-lost-lately',
      'device-lost-with-app',
      'device-ours',
      'device-previous',
    ]);
    expect(left.find(({ token }) => token !== null)).toMatchObject({ subscription: null, keyId: null });
  });
});
