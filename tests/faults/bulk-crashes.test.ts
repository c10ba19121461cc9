import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Users } from '#lib/auth/collections.ts';
import { Outbox } from '#lib/data/outbox.ts';
import { readAnalytics } from '#lib/notifications/analytics/analytics.ts';
import { NotificationJobs, Notifications } from '#lib/notifications/collections.ts';
import { allCollections } from '#services/collections.ts';
import { openSqlite } from '#services/database/sqlite.ts';
import { asUser, testContext } from '#tests/support/context.ts';
import { isLong, sizeOf } from '#tests/support/form.ts';
import { everyRow } from '#tests/support/world.ts';

const PEOPLE = sizeOf('BULK_PEOPLE', { short: 800, long: 5_000 });
const points = isLong ? ['bulk.after_slice:3', 'bulk.after_slice:9', 'bulk.after_slice:5'] : ['bulk.after_slice:2'];
const script = join(import.meta.dirname, '../support/bulk-worker.ts');

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'bulk-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const open = () =>
  openSqlite({
    path: join(folder, 'store.db'),
    collections: allCollections,
    now: () => new Date(),
    log: () => undefined,
  });

/** Sends the notification to everyone from a separate process; returns the signal that ended it. */
async function tell(adminId: string, at?: string): Promise<string | null> {
  const env = { ...process.env, ...(at && { FAULT_AT: at, FAULT_MODE: 'kill' }) };
  const child = spawn(process.execPath, [script, folder, adminId, String(PEOPLE)], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [, signal] = await once(child, 'close');
  return signal;
}

describe(`a bulk notification of ${PEOPLE} that is killed ${points.length} times`, () => {
  it('notifies each person once and enqueues each push once', async () => {
    const data = open();
    const admin = await asUser(await testContext({ data, now: () => new Date() }), { role: 'admin' });
    for (let from = 0; from < PEOPLE; from += 500)
      await data.batch((write) => {
        for (let n = from; n < from + 500; n++) write.create(Users, `usr_many${n}`, { ...admin.user, role: 'visitor' });
      });

    const ends: (string | null)[] = [];
    for (const point of points) ends.push(await tell(admin.user.id, point));
    ends.push(await tell(admin.user.id));

    const rows = await everyRow(data, Notifications);
    const jobs = await everyRow(data, NotificationJobs);
    expect(ends).toEqual([...points.map(() => 'SIGKILL'), null]);
    expect(new Set(rows.map((row) => row.data.userId)).size).toBe(PEOPLE);
    expect(rows).toHaveLength(PEOPLE);
    const promised = (await everyRow(data, Outbox)).map((row) => row.data);
    expect(promised).toHaveLength(PEOPLE);
    expect(new Set(promised.map(({ topic }) => topic))).toEqual(new Set(['notification.push']));
    expect(new Set(promised.map(({ payload }) => payload?.subjectId))).toEqual(new Set(rows.map(({ id }) => id)));
    expect(jobs).toMatchObject([{ data: { state: 'done', done: PEOPLE, cursor: PEOPLE, failedUserIds: [] } }]);
    expect(await readAnalytics(admin, { period: 'day' })).toMatchObject({ totalSent: PEOPLE, totalRead: 0 });
  });
});
