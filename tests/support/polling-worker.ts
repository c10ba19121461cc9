// A separate process over a SQLite file that polls a mailbox until nothing is left: `polling-worker.ts <file>
// <imapPort> <user> <milliseconds its clock is ahead>`.

import { systemContext } from '#lib/context/context.ts';
import { readEnv } from '#lib/core/env/env.ts';
import { defaultChannel } from '#lib/crm/mailboxes/channels.ts';
import { pollChannel } from '#lib/crm/mailboxes/poll-channel.ts';
import { allCollections } from '#services/collections.ts';
import { openSqlite } from '#services/database/sqlite.ts';
import { buildRuntime } from '#services/runtime.ts';
import { MAIL_PASSWORD } from '#tests/support/mail-servers.ts';
import { openMemoryFiles } from '#tests/support/memory-files.ts';

const [path = '', port = '', user = '', ahead = '0'] = process.argv.slice(2);
const log = () => undefined;
const now = () => new Date(Date.now() + Number(ahead));
const { FAULT_AT, FAULT_MODE } = process.env;
const env = readEnv({
  from: {
    ...{ NODE_ENV: 'test', FAULT_AT, FAULT_MODE },
    CRM_CHANNELS: 'support',
    CRM_CHANNEL_SUPPORT_ADDRESS: 'support@example.test',
    CRM_CHANNEL_SUPPORT_IMAP_HOST: '127.0.0.1',
    CRM_CHANNEL_SUPPORT_IMAP_PORT: port,
    CRM_CHANNEL_SUPPORT_IMAP_TLS: 'none',
    CRM_CHANNEL_SUPPORT_IMAP_USER: user,
    CRM_CHANNEL_SUPPORT_IMAP_PASSWORD: MAIL_PASSWORD,
  },
});
const runtime = await buildRuntime(env, {
  now,
  log,
  keys: { session: [], settings: [] },
  files: openMemoryFiles(),
  data: openSqlite({ path, collections: allCollections, now, log }),
});
const ctx = systemContext(runtime, 'req_worker');
const channel = defaultChannel(ctx);
const polls = [];
for (let poll = await pollChannel(ctx, channel); ; poll = await pollChannel(ctx, channel)) {
  polls.push(poll);
  if (poll.status !== 'ok' || poll.remaining === 0) break;
}
process.stdout.write(JSON.stringify(polls));
await runtime.data.close();
process.exit(0);
