import { beforeEach, describe, expect, it } from 'vitest';
import type { UserContext } from '#lib/context/context.ts';
import { HOUR_MS, MINUTE_MS } from '#lib/core/time.ts';
import { Outbox } from '#lib/data/outbox.ts';
import { NotificationDeferred, NotificationDeliveries } from '#lib/notifications/collections.ts';
import { readNotification } from '#lib/notifications/list/inbox.ts';
import { deliveryPromise } from '#lib/notifications/topics.ts';
import { createNotification } from '#lib/notifications/write/create.ts';
import { asUser, type TestContext, testContext } from '#tests/support/context.ts';
import { everyRow } from '#tests/support/world.ts';
import { readOutgoing } from './outgoing-notification.ts';
import { changePreferences } from './preferences.ts';
import { releaseDeferred } from './release.ts';

const content = { type: 'SYSTEM', title: 'News', message: 'Something has happened', source: 'test' } as const;
/** 22:00 to 08:00 in UTC; the test clock starts at 10:00. */
const night = { quietHours: { enabled: true, timezone: 'UTC' } } as const;

let me: TestContext & UserContext;
beforeEach(async () => {
  me = await asUser(await testContext(), { timezone: 'UTC' });
  await changePreferences(me, { ...night, emailNotifications: false });
  me.clock.set('2026-03-02T23:00:00.000Z');
});

const notify = async (more: object = {}): Promise<string> =>
  (await createNotification(me, me.user.id, { ...content, ...more })).row?.id ?? '';
const told = async () =>
  (await everyRow(me.data, Outbox))
    .filter(({ data }) => data.topic === 'notification.push')
    .map(({ data }) => deliveryPromise.parse(data.payload));
const morning = () => me.clock.set('2026-03-03T08:00:00.000Z');

describe('a deferred notification', () => {
  it('is pushed in the morning and not before, one by one when at most three wait', async () => {
    const ids = [await notify(), await notify(), await notify({ priority: 'high' })];
    expect(await releaseDeferred(me)).toBe(0);
    expect(await told()).toEqual([]);

    morning();
    await releaseDeferred(me);

    const pushed = await told();
    expect(pushed.map(({ isSummary }) => isSummary)).toEqual([false, false, false]);
    expect(pushed.map(({ notificationIds }) => notificationIds.join()).sort()).toEqual(ids.sort());
    expect(await everyRow(me.data, NotificationDeferred)).toEqual([]);
  });

  it('is pushed in one summary of the unread ones when more than three wait', async () => {
    for (let n = 0; n < 5; n++) await notify();
    const read = await notify();
    await readNotification(me, read);
    morning();
    await releaseDeferred(me);

    const [summary, ...others] = await told();
    if (!summary) throw new Error('nothing was promised');
    expect(others).toEqual([]);
    expect(await readOutgoing(me, summary)).toMatchObject({
      title: '5 new notifications',
      count: 5,
      actionPath: '/notifications',
    });
  });

  it('is pushed at once when urgent, unless its type is switched off', async () => {
    await notify({ priority: 'urgent' });
    expect(await told()).toHaveLength(1);

    await changePreferences(me, { types: { SYSTEM: { push: false } } });
    await notify({ priority: 'urgent' });
    expect(await told()).toHaveLength(1);
  });

  it('is dropped when it was read, has expired or was switched off meanwhile', async () => {
    await notify({ expiresAt: '2026-03-03T07:00:00.000Z' });
    await readNotification(me, await notify());
    await notify({ type: 'WALLET' });
    await changePreferences(me, { types: { WALLET: { push: false } } });
    morning();

    await releaseDeferred(me);

    expect(await told()).toEqual([]);
    expect(await everyRow(me.data, NotificationDeferred)).toEqual([]);
  });

  it('waits longer when the quiet hours were extended meanwhile', async () => {
    const id = await notify();
    await changePreferences(me, { quietHours: { end: '10:30' } });
    morning();
    await releaseDeferred(me);
    expect(await told()).toEqual([]);

    me.clock.set('2026-03-03T10:30:00.000Z');
    await releaseDeferred(me);

    expect(await told()).toMatchObject([{ notificationIds: [id], isSummary: false }]);
  });

  it('is sent in one digest per window, also with simultaneous releases or a late notification', async () => {
    await changePreferences(me, { frequency: 'hourly', quietHours: { enabled: false } });
    for (let n = 0; n < 4; n++) await notify();
    me.clock.advance(HOUR_MS);

    await Promise.all([releaseDeferred(me), releaseDeferred(me), releaseDeferred(me)]);
    // A notification that began before the end of the window and is committed after its digest.
    const early = new Date(me.now().getTime() - MINUTE_MS);
    const late = await createNotification({ ...me, now: () => early }, me.user.id, content);
    const waiting = await everyRow(me.data, NotificationDeferred);
    await releaseDeferred(me);

    expect(waiting).toMatchObject([{ data: { notificationId: late.row?.id, windowEnd: me.now().toISOString() } }]);
    expect(await told()).toMatchObject([{ isSummary: true, notificationIds: { length: 4 } }]);
    expect(await everyRow(me.data, NotificationDeferred)).toEqual([]);
  });

  it.each([
    ['is important', { frequency: 'daily', quietHours: { enabled: false } }, {}, { priority: 'high' }],
    ['came after quiet hours were switched off', {}, { quietHours: { enabled: false } }, {}],
  ] as const)('is pushed once, with a newer one of the same collapse key that %s', async (_, first, then, more) => {
    const slot = { data: { collapseKey: 'conversation:cvs_1' } };
    await changePreferences(me, first);
    const id = await notify(slot);
    await changePreferences(me, then);
    await notify({ ...slot, ...more });
    const waiting = await everyRow(me.data, NotificationDeferred);

    me.clock.set('2026-03-04T09:00:00.000Z');
    await releaseDeferred(me);

    expect(waiting).toEqual([]);
    expect(await told()).toMatchObject([{ notificationIds: [id], isSummary: false, collapsedCount: 1 }]);
  });

  it('is not pushed when its conversation was muted meanwhile', async () => {
    const slot = { data: { collapseKey: 'conversation:cvs_1' } };
    await notify(slot);
    await notify({ ...slot, shut: { push: 'muted' } });
    morning();

    await releaseDeferred(me);

    expect(await told()).toEqual([]);
  });

  it('is sent once by email, in a digest of the unread ones', async () => {
    await changePreferences(me, {
      emailNotifications: true,
      pushNotifications: false,
      frequency: 'daily',
      quietHours: { enabled: false },
    });
    await notify({ title: 'First' });
    await notify({ title: 'Second' });
    await readNotification(me, await notify({ title: 'Third' }));
    me.clock.set('2026-03-03T09:00:00.000Z');

    await releaseDeferred(me);
    await me.drain();
    await me.drain();

    const mails = await me.devMailbox?.list();
    expect(mails?.map(({ subject }) => subject)).toEqual(['2 new notifications']);
    expect(mails?.[0]?.text).toContain('First');
    expect(mails?.[0]?.text).not.toContain('Third');
    expect(await everyRow(me.data, NotificationDeliveries)).toMatchObject([
      { data: { channel: 'email', status: 'sent' } },
    ]);
  });
});
