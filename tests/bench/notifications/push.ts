// Measures pushes to browsers at a service on this machine: `npm run bench:push -- --gate`.
import { createECDH } from 'node:crypto';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { createUser } from '#lib/auth/users.ts';
import { type CurrentUser, systemContext } from '#lib/context/context.ts';
import { readEnv } from '#lib/core/env/env.ts';
import { registerDevice } from '#lib/notifications/push/registrations.ts';
import { createNotification } from '#lib/notifications/write/create.ts';
import { allCollections } from '#services/collections.ts';
import { openSqlite } from '#services/database/sqlite.ts';
import { encryptRequest } from '#services/push/encrypt-request.ts';
import { openVapid } from '#services/push/vapid.ts';
import { openWebPush } from '#services/push/web-push.ts';
import { buildRuntime } from '#services/runtime.ts';
import { cpuTimeOf } from '#tests/support/cpu-time.ts';
import { openMemoryFiles } from '#tests/support/memory-files.ts';
import { subscribe } from '#tests/support/push-subscription.ts';
import { loopbackTls, pushVars } from '#tests/support/push-vars.ts';

const { values } = parseArgs({
  options: { pushes: { type: 'string', default: '1000' }, gate: { type: 'boolean', default: false } },
});
const pushes = Number(values.pushes);
const targets = { buildUs: 400, perSecond: 200 };

const sink = new Worker(new URL('./push-sink.ts', import.meta.url));
const [port] = (await once(sink, 'message')) as [number];
const [log, now] = [() => undefined, () => new Date()];
const pair = { publicKey: pushVars.VAPID_PUBLIC_KEY, privateKey: pushVars.VAPID_PRIVATE_KEY };
const subject = pushVars.VAPID_SUBJECT;
const runtime = await buildRuntime(readEnv({ from: { NODE_ENV: 'test' } }), {
  now,
  log,
  keys: { session: [], settings: [] },
  files: openMemoryFiles(),
  data: openSqlite({ path: ':memory:', collections: allCollections, now, log }),
  push: { web: openWebPush({ pair, subject, now, allowed: ['localhost'], ca: loopbackTls.cert }), tokens: null },
});
const system = systemContext(runtime, 'req_bench');

const to = subscribe(`https://localhost:${port}/wpush/bench`).subscription;
const sign = openVapid(pair, subject, now);
const text = JSON.stringify({ title: 'News', message: 'x'.repeat(400) }).padEnd(512);
const message = { text, data: {}, ttlSeconds: 60, urgency: 'normal', topic: null } as const;
const theirs = Buffer.from(to.keys.p256dh, 'base64url');

/** Returns the CPU time of one of many calls, in microseconds. */
async function costOf(work: () => unknown): Promise<number> {
  for (let n = 0; n < 100; n++) work();
  const { ms } = await cpuTimeOf(() => {
    for (let n = 0; n < pushes; n++) work();
  });
  return (ms * 1_000) / pushes;
}
const buildUs = await costOf(() => encryptRequest(to, sign(new URL(to.endpoint).origin), message));
// The part that no code of ours can make cheaper: a key pair for each message, and its shared secret with the browser's
// key.
const curveUs = await costOf(() => {
  const curve = createECDH('prime256v1');
  curve.generateKeys();
  return curve.computeSecret(theirs);
});

for (let n = 0; n < pushes; n++) {
  const id = `usr_${n}`;
  const email = `${id}@plaza.test`;
  const made = await runtime.data.tx(async (t) =>
    createUser(t, { id, email, emailKey: email, locale: 'en', role: 'visitor' }, now()),
  );
  const anna = { ...system, user: { ...made, id } as CurrentUser, session: null };
  const { subscription } = subscribe(`https://localhost:${port}/wpush/${n}`);
  await registerDevice(anna, { deviceFingerprint: 'browser-1', deviceInfo: {}, platform: 'web', subscription });
  await createNotification(system, id, { type: 'SYSTEM', title: 'News', message: 'Words', source: 'bench' });
}
const from = performance.now();
const drained = await cpuTimeOf(() => runtime.drain());
const seconds = (performance.now() - from) / 1_000;
const perSecond = pushes / seconds;

console.log(`building one push      ${buildUs.toFixed(0).padStart(6)} µs CPU   at most ${targets.buildUs}`);
console.log(`  the curve alone      ${curveUs.toFixed(0).padStart(6)} µs CPU`);
console.log(`draining ${pushes} pushes  ${perSecond.toFixed(0).padStart(6)} /s       at least ${targets.perSecond}`);
console.log(
  `                       ${((drained.ms * 1_000) / pushes).toFixed(0).padStart(6)} µs CPU   each, with its rows`,
);
await runtime.data.close();
await sink.terminate();
process.exitCode = values.gate && (buildUs > targets.buildUs || perSecond < targets.perSecond) ? 1 : 0;
