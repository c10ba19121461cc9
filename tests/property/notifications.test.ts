import { beforeEach, describe, expect, it } from 'vitest';
import type { UserContext } from '#lib/context/context.ts';
import { DAY_MS, MINUTE_MS } from '#lib/core/time.ts';
import { inc } from '#lib/data/patch.ts';
import type { Store } from '#lib/data/store.ts';
import { readAnalytics } from '#lib/notifications/analytics/analytics.ts';
import { NotificationCollapse, NotificationCounts, Notifications } from '#lib/notifications/collections.ts';
import { unreadSource } from '#lib/notifications/list/channel-source.ts';
import { countsOf, openCounts, recountSome } from '#lib/notifications/list/counts.ts';
import { sweepDue } from '#lib/notifications/list/expiry.ts';
import {
  archiveNotification,
  deleteNotification,
  listNotifications,
  readAll,
  readNotification,
} from '#lib/notifications/list/inbox.ts';
import { type Cell, type CellName, cellName, cells } from '#lib/notifications/schemas/counts.ts';
import { type NotificationPriority, notificationPriorities, notificationTypes } from '#lib/notifications/values.ts';
import { createNotification, readCollapsed } from '#lib/notifications/write/create.ts';
import { asUser, type TestContext, testContext } from '#tests/support/context.ts';
import { sizeOf } from '#tests/support/form.ts';
import { randomFrom } from '#tests/support/random.ts';
import { everyRow } from '#tests/support/world.ts';

const STEPS = sizeOf(
  'NOTIFICATION_STEPS',
  process.env.TEST_DRIVER === 'firestore' ? { short: 10, long: 25 } : { short: 60, long: 240 },
);
const seed = Number(process.env.NOTIFICATION_SEED ?? Date.now() % 2 ** 31);
const query = { page: 1, limit: 100 } as const;

let me: TestContext & UserContext;
beforeEach(async () => {
  me = await asUser(await testContext());
});

const content = { type: 'SYSTEM', title: 'News', message: 'Something has happened', source: 'test' } as const;

/** Returns what the channel would send to an open page. */
async function toldCount(): Promise<unknown> {
  const told = await unreadSource(me).updatesFor?.({} as never, [me.user.id]);
  return told?.get(me.user.id)?.data;
}

const cellOf = ({ data: { status, type, priority } }: { data: Cell }) => cellName({ status, type, priority });

/** Counts the rows of each cell. */
async function countedByHand(): Promise<Partial<Record<CellName, number>>> {
  const counted: Partial<Record<CellName, number>> = {};
  for (const row of await everyRow(me.data, Notifications)) counted[cellOf(row)] = (counted[cellOf(row)] ?? 0) + 1;
  return counted;
}

/** Returns the stored counts of the cells. */
async function keptCounts(): Promise<Partial<Record<CellName, number>>> {
  const counts = await countsOf(me, me.user.id);
  return Object.fromEntries(cells.map(cellName).flatMap((name) => (counts[name] ? [[name, counts[name]]] : [])));
}

describe('notification counts', () => {
  it(`agree in lists, responses, events and analytics after any steps (NOTIFICATION_SEED=${seed})`, async () => {
    const random = randomFrom(seed);
    // The model: the unread notifications, as a person with pen and paper would count them.
    const unread = new Map<string, string | null>();
    // The listed notifications, each with its expiry.
    const listed = new Map<string, number | null>();
    // The time of each notification's newest text.
    const saidAt = new Map<string, number>();
    let sent = 0;
    let read = 0;
    const someId = (): string | undefined => (listed.size > 0 ? random.pick([...listed.keys()]) : undefined);
    const mark = (id: string): void => {
      if (unread.delete(id)) read += 1;
    };
    const expire = (): void => {
      for (const [id, ends] of listed) if (ends !== null && ends <= me.now().getTime()) listed.delete(id);
      for (const id of [...unread.keys()]) if (!listed.has(id)) unread.delete(id);
    };

    for (let step = 0; step < STEPS; step++) {
      me.clock.advance(1 + random.int(MINUTE_MS));
      expire();
      switch (random.int(8)) {
        case 0:
        case 1:
        case 2: {
          const slot = random.chance(0.5) ? `slot:${random.int(3)}` : null;
          const ends = random.chance(0.3) ? me.now().getTime() + 1 + random.int(5 * MINUTE_MS) : null;
          const told = await createNotification(me, me.user.id, {
            ...content,
            type: random.pick(notificationTypes),
            priority: random.pick(notificationPriorities),
            data: slot === null ? {} : { collapseKey: slot },
            expiresAt: ends === null ? null : new Date(ends).toISOString(),
          });
          if (told.row === null) throw new Error('nobody was told');
          const isHeld = slot !== null && [...unread.values()].includes(slot);
          expect(told.outcome).toBe(isHeld ? 'collapsed' : 'created');
          if (!isHeld) sent += 1;
          unread.set(told.row.id, slot);
          listed.set(told.row.id, ends);
          saidAt.set(told.row.id, me.now().getTime());
          break;
        }
        case 3: {
          const id = someId();
          if (id) {
            mark(id);
            expect((await readNotification(me, id)).unreadCount).toBe(unread.size);
          }
          break;
        }
        case 4: {
          const id = someId();
          if (id) {
            unread.delete(id);
            listed.delete(id);
            expect((await archiveNotification(me, id)).unreadCount).toBe(unread.size);
          }
          break;
        }
        case 5: {
          const id = someId();
          if (id) await deleteNotification(me, id);
          unread.delete(id ?? '');
          listed.delete(id ?? '');
          break;
        }
        case 6: {
          if (random.chance(0.2)) {
            const before = random.chance(0.5) ? saidAt.get(someId() ?? '') : undefined;
            const until = before ?? me.now().getTime();
            const meant = [...unread.keys()].filter((id) => (saidAt.get(id) ?? 0) <= until);
            for (const id of meant) mark(id);
            const marked = await readAll(me, before === undefined ? {} : { before: new Date(before).toISOString() });
            expect(marked).toEqual({ markedCount: meant.length, unreadCount: unread.size });
          }
          const slot = `slot:${random.int(3)}`;
          await readCollapsed(me, me.user.id, slot);
          for (const [id, held] of [...unread]) if (held === slot) mark(id);
          break;
        }
        default:
          await sweepDue(me);
      }
      // This comes before the list, which would remove what has expired.
      expect(await toldCount(), `step ${step}`).toEqual({ count: unread.size });
      const page = await listNotifications(me, query);
      const statuses = page.notifications.map(({ status }) => status);
      expect(page.unreadCount, `step ${step}`).toBe(unread.size);
      expect(statuses.filter((status) => status === 'unread')).toHaveLength(unread.size);
      expect(new Set(page.notifications.map(({ id }) => id))).toEqual(new Set(listed.keys()));
      expect(page.pagination.total).toBe(listed.size);
      expect(await keptCounts(), `step ${step}`).toEqual(await countedByHand());
    }
    const figures = await readAnalytics(me, { period: 'week' });
    expect([figures.totalSent, figures.totalRead]).toEqual([sent, read]);
    for (const cells of [Object.values(figures.byType), Object.values(figures.byPriority)]) {
      expect(cells.reduce((sum, cell) => sum + cell.sent, 0)).toBe(sent);
      expect(cells.filter((cell) => cell.rate > 1 || cell.read > cell.sent)).toEqual([]);
    }
    const slots = [...unread.values()].filter((slot) => slot !== null);
    expect(await everyRow(me.data, NotificationCollapse)).toHaveLength(slots.length);
  });

  it('agree with the rows after concurrent changes during a recount', async () => {
    const told = await Promise.all(Array.from({ length: 12 }, () => createNotification(me, me.user.id, content)));
    const ids = told.map(({ row }) => row?.id ?? '');

    await Promise.all([
      ...ids.slice(0, 6).map((id) => readNotification(me, id)),
      ...ids.slice(4, 7).map((id) => archiveNotification(me, id)),
      ...ids.slice(7, 10).map((id) => deleteNotification(me, id)),
      recountSome(me),
      readAll(me, {}),
      ...Array.from({ length: 4 }, () => createNotification(me, me.user.id, content)),
    ]);

    expect(await keptCounts()).toEqual(await countedByHand());
  });

  it('start from the existing rows, even when one is changed first', async () => {
    for (let n = 0; n < 3; n++) await createNotification(me, me.user.id, content);
    const [first] = await everyRow(me.data, Notifications);
    await me.data.delete(NotificationCounts, me.user.id);

    await readNotification(me, first?.id ?? '');

    expect(await keptCounts()).toEqual({ unread_SYSTEM_normal: 2, read_SYSTEM_normal: 1 });
    expect(await everyRow(me.data, NotificationCounts)).toMatchObject([
      { data: { countedAt: me.now().toISOString(), unread_SYSTEM_normal: 2 } },
    ]);
  });

  it('are corrected and logged when wrong, and deleted with their user', async () => {
    await createNotification(me, me.user.id, content);
    await me.data.update(NotificationCounts, me.user.id, { unread_SYSTEM_normal: inc(4), read_WALLET_low: inc(1) });
    await openCounts(me, ['usr_nobody']);

    expect(await recountSome(me)).toEqual({ seen: 2, wrong: 1 });

    expect(await keptCounts()).toEqual({ unread_SYSTEM_normal: 1 });
    expect((await everyRow(me.data, NotificationCounts)).map(({ id }) => id)).toEqual([me.user.id]);
    expect(me.lines.find(({ event }) => event === 'notification-counts.drifted')?.facts).toEqual({
      userId: me.user.id,
      cells: ['unread_SYSTEM_normal', 'read_WALLET_low'],
    });
    expect(await recountSome(me)).toEqual({ seen: 1, wrong: 0 });
  });

  it('exclude from read-all what arrives during it', async () => {
    for (let n = 0; n < 5; n++) await createNotification(me, me.user.id, content);
    const late: (string | undefined)[] = [];
    // Another notification arrives just before the first rows are marked.
    const tx: Store['tx'] = async (work, options) => {
      if (late.length === 0) {
        me.clock.advance(1);
        late.push((await createNotification(me, me.user.id, content)).row?.id);
      }
      return me.data.tx(work, options);
    };

    const { markedCount } = await readAll({ ...me, data: { ...me.data, tx } }, {});

    const { notifications, unreadCount } = await listNotifications(me, { ...query, status: 'unread' });
    expect([markedCount, unreadCount]).toEqual([5, 1]);
    expect(notifications.map(({ id }) => id)).toEqual(late);
  });

  it('count notifications as read once for two concurrent read-alls', async () => {
    for (let n = 0; n < 5; n++) await createNotification(me, me.user.id, content);

    const both = await Promise.all([readAll(me, {}), readAll(me, {})]);

    expect(new Set(both.map(({ markedCount }) => markedCount))).toEqual(new Set([0, 5]));
    expect(both.map(({ unreadCount }) => unreadCount)).toEqual([0, 0]);
  });

  it('count one row for fifty concurrent notifications of one slot', async () => {
    const slot = { ...content, data: { collapseKey: 'conversation:cvs_1' } };
    await Promise.all(Array.from({ length: 50 }, () => createNotification(me, me.user.id, slot)));

    const [only, ...others] = await everyRow(me.data, Notifications);
    expect(others).toEqual([]);
    expect(only?.data).toMatchObject({ status: 'unread', collapsedCount: 49 });
    expect((await readAnalytics(me, { period: 'day' })).totalSent).toBe(1);
  });

  it('count a missed call as archived once it has expired', async () => {
    const ends = new Date(me.now().getTime() + MINUTE_MS).toISOString();
    const slot = { collapseKey: 'call:cll_1' };
    await createNotification(me, me.user.id, { ...content, data: slot, expiresAt: ends });
    me.clock.advance(MINUTE_MS);

    await readCollapsed(me, me.user.id, slot.collapseKey);

    expect(await keptCounts()).toEqual({ archived_SYSTEM_normal: 1 });
    expect((await everyRow(me.data, Notifications)).map(({ data }) => data.archivedReason)).toEqual(['expired']);
    expect(await everyRow(me.data, NotificationCollapse)).toEqual([]);
  });

  it('count a slot once, under its highest priority', async () => {
    const say = (priority: NotificationPriority) =>
      createNotification(me, me.user.id, { ...content, priority, data: { collapseKey: 'conversation:cvs_1' } });
    await say('normal');
    await say('high');
    const last = await say('low');

    expect(last.row?.data.priority).toBe('high');
    expect(await keptCounts()).toEqual({ unread_SYSTEM_high: 1 });
    const { notifications } = await listNotifications(me, { ...query, priority: 'high' });
    await readNotification(me, notifications[0]?.id ?? '');
    const { byPriority } = await readAnalytics(me, { period: 'day' });
    expect(byPriority).toMatchObject({ normal: { sent: 0, read: 0 }, high: { sent: 1, read: 1, rate: 1 } });
  });

  it('count a key once, also in a shared slot, and a new notification once the slot is free', async () => {
    const keyed = (key: string) => ({ ...content, key, data: { collapseKey: 'conversation:cvs_1' } });
    const first = await createNotification(me, me.user.id, keyed('a'));
    const again = await createNotification(me, me.user.id, keyed('a'));
    const over = await createNotification(me, me.user.id, keyed('b'));
    const overAgain = await createNotification(me, me.user.id, keyed('b'));
    await readCollapsed(me, me.user.id, 'conversation:cvs_1');
    const fresh = await createNotification(me, me.user.id, keyed('c'));

    expect([first, again, over, overAgain, fresh].map(({ outcome }) => outcome)).toEqual([
      'created',
      'repeated',
      'collapsed',
      'repeated',
      'created',
    ]);
    expect(fresh.row?.id).not.toBe(first.row?.id);
  });

  it('exclude expired, suppressed and old notifications, and the archive is deleted after a year', async () => {
    const soon = new Date(me.now().getTime() + MINUTE_MS).toISOString();
    await createNotification(me, me.user.id, { ...content, expiresAt: soon });
    const kept = await createNotification(me, me.user.id, content);
    await readNotification(me, kept.row?.id ?? '');
    me.clock.advance(MINUTE_MS);
    expect(await listNotifications(me, query)).toMatchObject({ unreadCount: 0, pagination: { total: 1 } });
    expect((await createNotification(me, me.user.id, { ...content, expiresAt: soon })).outcome).toBe('expired');

    me.clock.advance(91 * DAY_MS);
    await sweepDue(me);
    const reasons = (await everyRow(me.data, Notifications)).map(({ data }) => data.archivedReason);
    me.clock.advance(366 * DAY_MS);
    await sweepDue(me);

    expect(new Set(reasons)).toEqual(new Set(['age', 'expired']));
    expect(await everyRow(me.data, Notifications)).toEqual([]);
  });
});
