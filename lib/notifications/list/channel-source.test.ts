import { afterEach, describe, expect, it, vi } from 'vitest';
import { readAnalytics } from '#lib/notifications/analytics/analytics.ts';
import { createNotification } from '#lib/notifications/write/create.ts';
import { asUser, testContext } from '#tests/support/context.ts';
import { PATIENCE } from '#tests/support/patience.ts';
import { unreadCursorOf, unreadSource } from './channel-source.ts';
import { readNotification } from './inbox.ts';
import { countEvent } from './publish-count.ts';

const content = { type: 'SYSTEM', title: 'News', message: 'Something has happened', source: 'test' } as const;
const onBus = (event: ReturnType<typeof countEvent>) => ({ ...event, id: 'evt_1', origin: 'prc_1', at: '' });

afterEach(() => {
  vi.useRealTimers();
});

describe('the channel notifications:unread', () => {
  it('publishes the current count, with a cursor that changes with the unread rows', async () => {
    const me = await asUser(await testContext());
    const source = unreadSource(me);
    const first = await createNotification(me, me.user.id, content);
    const before = await source.head(me, 'notifications:unread');
    await readNotification(me, first.row?.id ?? '');
    me.clock.advance(1);
    await createNotification(me, me.user.id, content);

    const after = await source.head(me, 'notifications:unread');
    const told = await source.updatesFor?.(onBus(countEvent([me.user.id], 'news')), [me.user.id]);

    expect([before, after].map(({ snapshot }) => snapshot[0]?.data)).toEqual([{ count: 1 }, { count: 1 }]);
    expect(after.cursor).not.toBe(before.cursor);
    expect(told?.get(me.user.id)).toEqual({ data: { count: 1 }, cursor: after.cursor });
  });

  it.each([
    ['an update of the same row', { data: { collapseKey: 'conversation:cvs_1' } }, false],
    ['a notification that was created and read', {}, true],
  ])('changes its cursor after %s, although the count is the same', async (_, more, isRead) => {
    const me = await asUser(await testContext());
    await createNotification(me, me.user.id, { ...content, ...more });
    const before = await unreadCursorOf(me);
    expect(await unreadCursorOf(me)).toBe(before);

    me.clock.advance(1);
    const { row } = await createNotification(me, me.user.id, { ...content, ...more });
    if (isRead) await readNotification(me, row?.id ?? '');

    const { cursor, snapshot } = await unreadSource(me).head(me, 'notifications:unread');
    expect(snapshot[0]?.data).toEqual({ count: 1 });
    expect(cursor).not.toBe(before);
  });

  it('counts the deliveries of new notifications, not of own reads, and stores the sum every 30 seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const me = await asUser(await testContext());
    const source = unreadSource(me);

    await source.updatesFor?.(onBus(countEvent([me.user.id], 'news')), [me.user.id]);
    await source.updatesFor?.(onBus(countEvent([me.user.id], 'news')), [me.user.id]);
    await source.updatesFor?.(onBus(countEvent([me.user.id], 'own')), [me.user.id]);
    await vi.advanceTimersByTimeAsync(30_000);

    await vi.waitFor(async () => {
      const { deliveryStats } = await readAnalytics(me, { period: 'day' });
      expect(deliveryStats.realTimeDelivered).toBe(2);
    }, PATIENCE);
  });
});
