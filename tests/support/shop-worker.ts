// A separate process over a SQLite file that is the worker of the shop, or stands by: `shop-worker.ts <file>`.

import { readEnv } from '#lib/core/env/env.ts';
import { allCollections } from '#services/collections.ts';
import { openSqlite } from '#services/database/sqlite.ts';
import { startShopWorker } from '#services/run/shop-worker.ts';
import { buildRuntime } from '#services/runtime.ts';

/** How often it checks whether it is needed, in milliseconds. */
const LOOK_MS = 20;

const [path = ''] = process.argv.slice(2);
const log = () => undefined;
const now = () => new Date();
const { FAULT_AT, FAULT_MODE } = process.env;
const runtime = await buildRuntime(readEnv({ from: { NODE_ENV: 'test', FAULT_AT, FAULT_MODE } }), {
  now,
  log,
  keys: { session: [], settings: [] },
  data: openSqlite({ path, collections: allCollections, now, log }),
});
startShopWorker(runtime, LOOK_MS);
// The worker's timers are unreferenced: this one keeps the process alive until it is killed.
setInterval(() => undefined, 2 ** 30);
