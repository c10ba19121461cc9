// A separate process over a SQLite file that pays orders by credit: `paying-worker.ts <file> <userId> <orderId>,…`.

import { Users } from '#lib/auth/collections.ts';
import { systemContext, type UserContext } from '#lib/context/context.ts';
import { readEnv } from '#lib/core/env/env.ts';
import { codeOf } from '#lib/core/errors.ts';
import { payByCredit } from '#lib/payments/credit/start-credit.ts';
import { allCollections } from '#services/collections.ts';
import { openSqlite } from '#services/database/sqlite.ts';
import { buildRuntime } from '#services/runtime.ts';

const [path = '', userId = '', orderIds = ''] = process.argv.slice(2);
const log = () => undefined;
const now = () => new Date();
const env = readEnv({ from: { NODE_ENV: 'test', PAYMENT_CREDIT_BALANCE_ACCEPTED_ORDER_CURRENCIES: 'UAH' } });
const keys = { session: [], settings: [] };
const runtime = await buildRuntime(env, {
  now,
  log,
  keys,
  data: openSqlite({ path, collections: allCollections, now, log }),
});
const { data: user } = await runtime.data.need(Users, userId);
const ctx: UserContext = { ...systemContext(runtime, 'req_worker'), user: { ...user, id: userId } };
const say = (line: unknown): void => void process.stdout.write(`${JSON.stringify(line)}\n`);

// All workers start at the same moment, when the parent signals.
say('ready');
await new Promise((resolve) => process.stdin.once('data', resolve));
const paid = await Promise.allSettled(orderIds.split(',').map((orderId) => payByCredit(ctx, orderId)));
say(paid.map((one) => (one.status === 'fulfilled' ? 'paid' : (codeOf(one.reason) ?? String(one.reason)))));
await runtime.data.close();
process.exit(0);
