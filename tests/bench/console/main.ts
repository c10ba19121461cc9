// Measures the cost of the console's lists: `npm run bench:console -- --rows=100000 --gate`. Fills a data folder of its
// own once, and prints the CPU time of one call of each operation in process. With `--gate` a missed target fails the
// run. A further list is one more file beside `people.ts`, named in `areas`.
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { systemContext } from '#lib/context/context.ts';
import { readEnv } from '#lib/core/env/env.ts';
import { newId } from '#lib/core/ids.ts';
import { buildRuntime } from '#services/runtime.ts';
import { cpuTimeOf } from '#tests/support/cpu-time.ts';
import { analytics } from './analytics.ts';
import { audit } from './audit.ts';
import type { Area, Case } from './cases.ts';
import { customer } from './customer.ts';
import { exports } from './exports.ts';
import { people } from './people.ts';
import { queues } from './queues.ts';
import { sales } from './sales.ts';

const areas: readonly Area[] = [people, customer, audit, exports, sales, queues, analytics];

const WARMING = 30;

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '100000' },
    calls: { type: 'string', default: '200' },
    only: { type: 'string' },
    gate: { type: 'boolean', default: false },
  },
});
const [rows, calls] = [Number(values.rows), Number(values.calls)];
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
console.log(`# plaza ${commit} node ${process.versions.node} rows=${rows} calls=${calls}`);

const folder = mkdtempSync(join(tmpdir(), 'plaza-bench-'));
const key = () => `bench:${randomBytes(32).toString('base64')}`;
const runtime = await buildRuntime(
  readEnv({
    from: {
      NODE_ENV: 'development',
      LOG_LEVEL: 'error',
      PLAZA_DATA_DIR: folder,
      SESSION_KEYS: key(),
      SETTINGS_ENCRYPTION_KEYS: key(),
    },
  }),
);
const ctx = systemContext(runtime, newId('request'));
let missed = 0;
try {
  for (const { name, fill, cases } of areas) {
    if (values.only !== undefined && values.only !== name) continue;
    const from = performance.now();
    await fill(ctx, rows);
    console.log(`# ${name}: ${rows} rows in ${Math.round((performance.now() - from) / 1000)} s`);
    for (const each of cases) await measure(each);
  }
} finally {
  await runtime.data.close();
  rmSync(folder, { recursive: true, force: true });
}
if (values.gate && missed > 0) process.exitCode = 1;

/**
 * Prints the mean of many calls after a warm-up: one call alone is shorter than the timer resolution of some kernels.
 */
async function measure({ name, run, targetMs, isWhole = false }: Case): Promise<void> {
  const [warming, counted] = isWhole ? [0, 1] : [WARMING, calls];
  for (let at = 0; at < warming; at++) await run(ctx, at);
  const { ms } = await cpuTimeOf(async () => {
    for (let at = warming; at < warming + counted; at++) await run(ctx, at);
  });
  const mean = ms / counted;
  if (mean > targetMs) missed += 1;
  console.log(`${name.padEnd(26)} cpu ${mean.toFixed(2)} ms  <= ${targetMs} ${mean <= targetMs ? 'ok' : 'MISSED'}`);
}
