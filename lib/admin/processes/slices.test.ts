import { expect, it } from 'vitest';
import { EmailLoginTokens, Sessions } from '#lib/auth/collections.ts';
import { newLoginToken } from '#lib/auth/login-tokens.ts';
import { newSession } from '#lib/auth/sessions.ts';
import { EmailTasks } from '#lib/crm/collections.ts';
import type { Writer } from '#lib/data/store.ts';
import { NotificationCounts, NotificationDeferred, Notifications } from '#lib/notifications/collections.ts';
import { PushRegistrations } from '#lib/notifications/push/collections.ts';
import type { Notification } from '#lib/notifications/schemas/notification.ts';
import { newDeferral } from '#lib/notifications/write/write-notification.ts';
import { type TestContext, testContext } from '#tests/support/context.ts';
import { countRows } from '#tests/support/counted-store.ts';
import { taskRow } from '#tests/support/inbox-rows.ts';
import { notificationRow, registrationRow } from '#tests/support/notification-rows.ts';
import { runProcess } from './process-runner.ts';
import { processes } from './processes.ts';
import type { ProcessId } from './values.ts';

/** More rows than a slice processes. */
const ROWS = 2_400;
const MOST_READ = 5 * 2_100;
const long = '2025-01-01T00:00:00.000Z';
const never = '2099-01-01T00:00:00.000Z';

/** By process: inserts one row that the process has to clear. */
const rows: Readonly<Partial<Record<ProcessId, (write: Writer, n: number) => void>>> = {
  'email-token-cleanup': (write, n) => {
    const emailKey = `${n}@shop.test`;
    write.create(
      EmailLoginTokens,
      `token${n}`,
      newLoginToken({ emailKey, email: emailKey, locale: 'en' }, new Date(long)),
    );
  },
  'session-cleanup': (write, n) =>
    write.create(Sessions, `session${n}`, newSession({ userId: 'usr_1', expiresAt: never }, new Date(long))),
  'email-overdue-tasks': (write, n) =>
    write.create(EmailTasks, `task${n}`, taskRow(long, { status: 'open', dueAt: long, dueSort: long })),
  'notification-expiry': (write, n) => write.create(Notifications, `ntf${n}`, notificationOf(n)),
  'notification-digest': (write, n) =>
    write.create(
      NotificationDeferred,
      `deferred${n}`,
      newDeferral(
        { userId: `usr_${n % 30}`, notificationId: `ntf${n}`, channel: 'email' },
        { until: Date.parse(long), reason: 'digest' },
      ),
    ),
  'push-hygiene': (write, n) =>
    write.create(
      PushRegistrations,
      `device${n}`,
      registrationRow(long, { userId: `usr_${n}`, deviceFingerprint: `d${n}` }),
    ),
};

const notificationOf = (n: number): Notification =>
  notificationRow(long, {
    userId: `usr_${n % 30}`,
    ...{ status: 'archived', archived: true, archivedAt: long, archivedReason: 'age', dueAt: long },
  });

async function seed({ data }: TestContext, count: number, write: (write: Writer, n: number) => void): Promise<void> {
  for (let from = 0; from < count; from += 400)
    await data.batch((batch) => {
      for (let n = from; n < Math.min(count, from + 400); n++) write(batch, n);
    });
}

const processOf = (id: string) => {
  const found = processes.find((process) => process.id === id);
  if (!found) throw new Error(`no process ${id}`);
  return found;
};

it.each(Object.entries(rows))(
  '%s processes a bounded slice of the due rows at a time, and all of them slice by slice',
  async (id, row) => {
    const ctx = await testContext();
    await seed(ctx, ROWS, row);
    const { data, rowsRead } = countRows(ctx.data);
    const process = processOf(id);

    const { counts, cursor } = await process.run({ ...ctx, data }, null);
    // Notifications of one user are sent together, so a slice may be that much larger.
    expect(counts.done).toBeLessThanOrEqual(2_250);
    expect(rowsRead()).toBeLessThan(MOST_READ);
    expect(cursor).not.toBeNull();

    const outcome = await runProcess(ctx, process, { trigger: 'manual' });
    expect((counts.done ?? 0) + (outcome?.counts.done ?? 0)).toBe(ROWS);
    expect(outcome?.status).toBe('succeeded');
    expect((await process.run(ctx, null)).counts.done).toBe(0);
  },
);

it('notification-recount recounts five hundred users per slice with a bounded number of reads', async () => {
  const ctx = await testContext();
  await seed(ctx, 900, (write, n) => write.create(NotificationCounts, `usr_${n}`, { countedAt: long }));
  await seed(ctx, 900, (write, n) =>
    write.create(Notifications, `ntf${n}`, { ...notificationOf(n), userId: `usr_${n}` }),
  );
  const { data, rowsRead } = countRows(ctx.data);

  const { counts } = await processOf('notification-recount').run({ ...ctx, data }, null);

  expect(counts.seen).toBe(500);
  expect(rowsRead()).toBeLessThan(2_600);
});
