// A separate process that sends one notification to many users: `bulk-worker.ts <folder> <admin> <how many>`.

import { join } from 'node:path';
import { getUser } from '#lib/auth/users.ts';
import { systemContext } from '#lib/context/context.ts';
import { readEnv } from '#lib/core/env/env.ts';
import { sendBulk } from '#lib/notifications/bulk/bulk.ts';
import { allCollections } from '#services/collections.ts';
import { openSqlite } from '#services/database/sqlite.ts';
import { buildRuntime } from '#services/runtime.ts';
import { openMemoryFiles } from './memory-files.ts';

const [folder = '', adminId = '', count = '0'] = process.argv.slice(2);
const log = () => undefined;
const now = () => new Date();
const { FAULT_AT, FAULT_MODE } = process.env;
const runtime = await buildRuntime(readEnv({ from: { NODE_ENV: 'test', FAULT_AT, FAULT_MODE } }), {
  now,
  log,
  keys: { session: [], settings: [] },
  files: openMemoryFiles(),
  data: openSqlite({ path: join(folder, 'store.db'), collections: allCollections, now, log }),
});
const ctx = { ...systemContext(runtime, 'req_worker'), user: await getUser(runtime.data, adminId) };
const userIds = Array.from({ length: Number(count) }, (_, n) => `usr_many${n}`);
const notification = { type: 'SYSTEM', title: 'News', message: 'For all', priority: 'normal', data: {} } as const;
await sendBulk(ctx, { userIds, notification, sendPush: true, sendEmail: false }, 'key-1');
await runtime.data.close();
process.exit(0);
