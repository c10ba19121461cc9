// A separate process that stores the same mails with their files: `storing-worker.ts <folder> <how many>`.

import { join } from 'node:path';
import { systemContext } from '#lib/context/context.ts';
import { readEnv } from '#lib/core/env/env.ts';
import { allCollections } from '#services/collections.ts';
import { openSqlite } from '#services/database/sqlite.ts';
import { openDisk } from '#services/files/disk.ts';
import { buildRuntime } from '#services/runtime.ts';
import { filedMail, takeMail } from './mails.ts';

const [folder = '', count = '0'] = process.argv.slice(2);
const log = () => undefined;
const now = () => new Date();
const { FAULT_AT, FAULT_MODE } = process.env;
const env = readEnv({
  from: {
    ...{ NODE_ENV: 'test', FAULT_AT, FAULT_MODE },
    ...{ CRM_CHANNELS: 'support', CRM_CHANNEL_SUPPORT_ADDRESS: 'support@example.test' },
  },
});
const runtime = await buildRuntime(env, {
  now,
  log,
  keys: { session: [], settings: [] },
  files: openDisk(join(folder, 'files')),
  data: openSqlite({ path: join(folder, 'store.db'), collections: allCollections, now, log }),
});
const ctx = systemContext(runtime, 'req_worker');
for (let n = 1; n <= Number(count); n++) await takeMail(ctx, filedMail(n));
await runtime.data.close();
process.exit(0);
