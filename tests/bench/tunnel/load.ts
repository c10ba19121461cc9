// The load of one server, in a separate process: reads a `LoadPlan` and prints one line, both JSON.
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { SESSION_COOKIE } from '#lib/auth/cookies.ts';
import { signSession } from '#lib/auth/session-token.ts';
import { SECOND_MS } from '#lib/core/time.ts';
import { percentile } from '#tests/bench/crm/figure.ts';
import type { Stats } from './control.ts';
import { speeches } from './kinds.ts';
import { comingsIn, type Load, type LoadPlan } from './plan.ts';
import { stampNow } from './stamp.ts';
import { Subscribers } from './subscribers.ts';

const OUTSTANDING = 4;
/** How many events are published while all subscribers are disconnected. */
const MISSED = 5;
const PATIENCE_MS = 60_000;

const plan = JSON.parse(readFileSync(0, 'utf8')) as LoadPlan; // the runner wrote it
const n = plan.subscribers;
const socket = connect(plan.control, '127.0.0.1').setNoDelay(true);
const lines = createInterface({ input: socket })[Symbol.asyncIterator]();

async function ask(what: 's' | 'm'): Promise<Stats> {
  socket.write(`${what}\n`);
  return JSON.parse((await lines.next()).value ?? '{}') as Stats; // `serveControl` wrote it
}
const publish = (): void => void socket.write(`p ${stampNow()}\n`);

const crowd = new Subscribers({ speech: speeches[plan.kind], port: plan.port });
/** Gives all subscribers fresh cookies: their sessions, signed at a different second for each wave. */
async function comeAs(time: number): Promise<void> {
  if (!plan.people) return;
  const { sids, kid, key } = plan.people;
  const ring = [{ kid, key: Buffer.from(key, 'base64') }];
  const at = new Date(Date.now() - (time + 1) * SECOND_MS);
  crowd.cookies = await Promise.all(sids.map(async (sid) => `${SESSION_COOKIE}=${await signSession(ring, sid, at)}`));
}
let published = 0;

async function untilDelivered(count: number): Promise<boolean> {
  const deadline = Date.now() + PATIENCE_MS;
  while (crowd.delivered < count && Date.now() < deadline) await pause(2);
  return crowd.delivered >= count;
}

async function entering() {
  await comeAs(0);
  await crowd.enter(Math.min(5, n)); // the first few pay for what is loaded once
  await leaving();
  const before = await ask('m');
  // The subscribers are weighed in a fresh server, and pay for what is compiled once.
  await crowd.enter(n);
  const cold = await ask('s');
  await pause(300);
  const after = await ask('m');
  let [connectUs, subscribeUs] = [Infinity, Infinity];
  for (let wave = 0; wave < plan.waves; wave += 1) {
    await leaving();
    await comeAs(wave + 1);
    const from = await ask('s');
    await crowd.connect(n);
    const connected = await ask('s');
    await crowd.subscribe();
    const subscribed = await ask('s');
    connectUs = Math.min(connectUs, (connected.cpuUs - from.cpuUs) / n);
    subscribeUs = Math.min(subscribeUs, (subscribed.cpuUs - connected.cpuUs) / n);
  }
  return {
    kbPerConnection: (after.rss - before.rss) / n / 1024,
    firstUs: (cold.cpuUs - before.cpuUs) / n,
    connectUs,
    subscribeUs,
  };
}

/** Disconnects all subscribers without counting them as lost. */
async function leaving() {
  const { lost } = crowd;
  crowd.cut();
  await pause(300);
  crowd.lost = lost;
}

async function paced() {
  const ages: number[] = [];
  const fanOuts: number[] = [];
  let oldest = 0;
  crowd.hear((ageUs) => {
    ages.push(ageUs / 1000);
    oldest = Math.max(oldest, ageUs / 1000);
  });
  const from = await ask('s');
  for (let round = 0; round < plan.paced; round += 1) {
    oldest = 0;
    publish();
    published += n;
    await untilDelivered(published);
    fanOuts.push(oldest);
    await pause(50);
  }
  const to = await ask('s');
  crowd.hear();
  return {
    p50: percentile(ages, 0.5),
    p99: percentile(ages, 0.99),
    fanOut: percentile(fanOuts, 0.5),
    pacedUs: (to.cpuUs - from.cpuUs) / (plan.paced * n),
  };
}

async function busy() {
  const start = crowd.delivered;
  const from = await ask('s');
  const end = performance.now() + plan.busyMs;
  let sent = 0;
  const more = () => {
    const whole = Math.floor((crowd.delivered - start) / n);
    while (sent - whole < OUTSTANDING && performance.now() < end) {
      sent += 1;
      publish();
    }
  };
  crowd.hear(more);
  more();
  while (performance.now() < end) await pause(5);
  crowd.hear();
  published += sent * n;
  await untilDelivered(published);
  const to = await ask('s');
  const busyUs = (to.cpuUs - from.cpuUs) / (sent * n);
  return { busyUs, busyPerSecond: 1e6 / busyUs };
}

/**
 * Cuts all subscribers off at once, lets them miss a few events and reconnects them. With a cursor they get the events.
 */
async function resume() {
  const { cursor } = await ask('s');
  crowd.hear();
  crowd.cut();
  await comeAs(comingsIn(plan.waves) - 1);
  await pause(500);
  const start = crowd.delivered;
  for (let round = 0; round < MISSED; round += 1) publish();
  await ask('s');
  const from = performance.now();
  await crowd.enter(n, cursor);
  const whole = cursor === '' || (await untilDelivered(start + MISSED * n));
  const resumeMs = performance.now() - from;
  return { resumeMs, missing: whole ? 0 : start + MISSED * n - crowd.delivered };
}

const entered = await entering();
crowd.keepAlive();
const calm = await paced();
crowd.keepAlive();
const loaded = await busy();
const missing = published - crowd.delivered;
const lostLines = crowd.lost;
const resumed = await resume();
const { user, system } = process.cpuUsage();
const load: Load = {
  ...entered,
  ...calm,
  ...loaded,
  resumeMs: resumed.resumeMs,
  lost: missing + resumed.missing + lostLines,
  loaderCpuMs: (user + system) / 1000,
};
console.log(JSON.stringify(load));
process.exit(0);
