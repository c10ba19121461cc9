// Measures lists of notifications, of many users or with `--people=1` of one: `npm run bench:notifications -- --gate`.
import { parseArgs } from 'node:util';
import { type CurrentUser, systemContext } from '#lib/context/context.ts';
import { readEnv } from '#lib/core/env/env.ts';
import { Notifications } from '#lib/notifications/collections.ts';
import { defaultPreferences } from '#lib/notifications/deliver/default-preferences.ts';
import { listNotifications, unreadCountOf } from '#lib/notifications/list/inbox.ts';
import { notificationsQuery } from '#lib/notifications/schemas/notification.ts';
import { notificationPriorities, notificationTypes } from '#lib/notifications/values.ts';
import { draftFor } from '#lib/notifications/write/draft.ts';
import { allCollections } from '#services/collections.ts';
import { openSqlite } from '#services/database/sqlite.ts';
import { buildRuntime } from '#services/runtime.ts';
import { cpuTimeOf } from '#tests/support/cpu-time.ts';
import { openMemoryFiles } from '#tests/support/memory-files.ts';

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '100000' },
    people: { type: 'string', default: '100' },
    times: { type: 'string', default: '40' },
    gate: { type: 'boolean', default: false },
  },
});
const [rows, people, times] = [Number(values.rows), Number(values.people), Number(values.times)];
/** CPU time of one call, in milliseconds. */
const TARGET_MS = 4;
const PAGE = 500;

const log = () => undefined;
const now = () => new Date('2026-03-02T10:00:00.000Z');
const runtime = await buildRuntime(readEnv({ from: { NODE_ENV: 'test' } }), {
  now,
  log,
  keys: { session: [], settings: [] },
  files: openMemoryFiles(),
  data: openSqlite({ path: ':memory:', collections: allCollections, now, log }),
});
const ctx = { ...systemContext(runtime, 'req_bench'), user: { id: 'usr_0' } as CurrentUser };
const preferences = defaultPreferences('UTC');
for (let from = 0; from < rows; from += PAGE)
  await runtime.data.batch((write) => {
    for (let n = from; n < Math.min(rows, from + PAGE); n++) write.create(Notifications, `ntf_${n}`, rowOf(n));
  });

/** Returns a notification. Three of ten are unread, as for a user who does not keep up. */
function rowOf(n: number) {
  const news = {
    type: notificationTypes[n % 5] ?? 'SYSTEM',
    priority: notificationPriorities[n % 7 === 0 ? 3 : n % 3] ?? 'normal',
    title: `Notification ${n}`,
    message: 'Something has happened that is told in a sentence of usual length.',
    source: 'bench',
  };
  const at = new Date(now().getTime() - n * 1_000);
  const { row } = draftFor(news, { id: `usr_${n % people}`, locale: 'en' }, preferences, at);
  return n % 10 < 3 ? row : { ...row, status: 'read' as const, readAt: at.toISOString() };
}

const list = (query: Readonly<Record<string, string>>) => () => listNotifications(ctx, notificationsQuery.parse(query));
const cases: Readonly<Record<string, () => Promise<unknown>>> = {
  'unread count': () => unreadCountOf(ctx, 'usr_0'),
  'first page': list({}),
  'first page of unread': list({ status: 'unread' }),
  'one type': list({ type: 'WALLET' }),
  'unread of one type and priority': list({ status: 'unread', type: 'WALLET', priority: 'urgent' }),
  'tenth page': list({ page: '10' }),
};

let isMet = true;
for (const [name, work] of Object.entries(cases)) {
  for (let n = 0; n < 5; n++) await work();
  const { ms } = await cpuTimeOf(async () => {
    for (let n = 0; n < times; n++) await work();
  });
  const each = ms / times;
  isMet &&= each <= TARGET_MS;
  console.log(
    `${name.padEnd(34)} ${each.toFixed(2).padStart(8)} ms CPU  ${each <= TARGET_MS ? '' : `over ${TARGET_MS}`}`,
  );
}
await runtime.data.close();
process.exitCode = values.gate && !isMet ? 1 : 0;
