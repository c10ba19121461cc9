// Sends hostile inputs to the production server one by one and measures how long its event loop is held. The CPU time
// of its thread while it was held counts, because a machine busy with other work lengthens the clock time. `npm run
// bench:lag -- --gate` judges the figures; `--only=message` runs inputs whose name contains the word. `--check` looks
// only at the responses. `--processes=0.01` runs each scheduled process once instead of the inputs, over this share of
// a large shop. `--shoppers=20` sends only the hostile mails while this many people buy. It judges how soon the server
// reports its health, in the best of up to three tries.
import { execFileSync } from 'node:child_process';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import type { Lag } from '#tests/bench/store/lag.ts';
import { Report } from '#tests/bench/store/report.ts';
import type { Call, Reply } from '#tests/support/http-client.ts';
import { type NextBuyer, openBusyShop, openBuyers } from './busy-shop.ts';
import type { Ask, Input } from './field.ts';
import { fieldInputs } from './fields.ts';
import { mailInputs } from './mails.ts';
import { runProcesses, scaled } from './processes.ts';
import type { Counts } from './seed.ts';
import { type LagWorld, openLagWorld } from './world.ts';

/** The limits for every input: how long the event loop may be held, and how long a response may take. */
const MOST_LAG_MS = 50;
const MOST_ANSWER_MS = 1_000;
/** How soon a server must report its health, whatever mail it reads and however many people buy. */
const MOST_HEALTH_MS = 100;
/** A poll responds once the mail is stored, and a mail may take ten seconds of CPU time in its own thread. */
const MOST_POLL_MS = 60_000;
/** A miss is measured again: the cost of the input recurs every time, a pause of the machine does not. */
const TRIES = 3;
const LEAST_INPUTS = 150;

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    gate: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    processes: { type: 'string' },
    shoppers: { type: 'string' },
  },
});

type Seen = { readonly lag: Lag; readonly slowest: number; readonly failed: readonly string[] };

const heldText = ({ clockMs, cpuMs }: Lag): string => `held=${cpuMs} ms of CPU, ${clockMs} ms by the clock`;
const isQuick = ({ lag, slowest }: Seen, { name }: Input): boolean =>
  lag.cpuMs <= MOST_LAG_MS && slowest <= (name.startsWith('mail:') ? MOST_POLL_MS : MOST_ANSWER_MS);

const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
console.log(`# plaza ${commit} node ${process.versions.node} cores=${cpus().length} cpu="${cpus()[0]?.model}"`);
const report = new Report();
if (values.processes !== undefined) await runEachProcess(scaled(Number(values.processes)));
else if (values.shoppers !== undefined) await runBesideShoppers(Number(values.shoppers));
else await runInputs();
const passed = report.close(null, '');
process.exitCode = (values.gate || values.check) && !passed ? 1 : 0;

/** The first request to a route loads its code, which is no input's cost. So one input of each field goes first. */
async function warmUp(world: LagWorld, inputs: readonly Input[]): Promise<void> {
  const firsts = new Map(inputs.map((input) => [input.name.split(':')[0], input]));
  for (const input of firsts.values()) await tried(world, input);
}

/** Returns the best of up to three tries. A 500 in any of them counts. */
async function judged(world: LagWorld, input: Input): Promise<Seen> {
  let best = await tried(world, input);
  for (let n = 1; n < TRIES && !values.check && best.failed.length === 0 && !isQuick(best, input); n++) {
    const again = await tried(world, input);
    best = {
      lag: again.lag.cpuMs < best.lag.cpuMs ? again.lag : best.lag,
      slowest: Math.min(best.slowest, again.slowest),
      failed: [...best.failed, ...again.failed],
    };
  }
  return best;
}

async function tried({ ask, watch }: LagWorld, { run }: Input): Promise<Seen> {
  const failed: string[] = [];
  let slowest = 0;
  const measured: Ask = async (call: Call): Promise<Reply> => {
    const began = performance.now();
    const reply = await ask(call);
    slowest = Math.max(slowest, performance.now() - began);
    if (reply.status >= 500) failed.push(`${reply.status} ${call.method ?? 'GET'} ${call.path.slice(0, 60)}`);
    return reply;
  };
  const lag = watch();
  await run(measured);
  return { lag: await lag.stop(), slowest, failed };
}

async function runEachProcess(counts: Counts): Promise<void> {
  for (const { process: id, lag, cpuMs, tookMs, done, status } of await runProcesses(counts, () => undefined)) {
    const isGood = status === 'succeeded' && lag.cpuMs <= MOST_LAG_MS;
    const text = `${heldText(lag)} (≤ ${MOST_LAG_MS}) cpu=${cpuMs.toFixed(0)} ms took=${tookMs.toFixed(0)} ms rows=${done} ${status}`;
    report.line(`process ${id}`, text, isGood ? 'PASS' : 'FAIL');
  }
}

async function runBesideShoppers(shoppers: number): Promise<void> {
  const world = await openLagWorld();
  try {
    const inputs = mailInputs(world).filter(({ name }) => name.includes(values.only));
    await warmUp(world, inputs);
    const nextBuyer = await openBuyers(world);
    let worst = 0;
    let atOnce = 0;
    for (const input of inputs) {
      let seen = await triedBesideShoppers(world, input, shoppers, nextBuyer);
      let tries = 1;
      while (tries < TRIES && seen.failed.length === 0 && seen.slowest > MOST_HEALTH_MS) {
        const again = await triedBesideShoppers(world, input, shoppers, nextBuyer);
        tries += 1;
        seen = { ...(again.slowest < seen.slowest ? again : seen), failed: again.failed };
      }
      const { failed, lag, bought, asked, slowest } = seen;
      const isGood = failed.length === 0 && slowest <= MOST_HEALTH_MS;
      worst = Math.max(worst, slowest);
      atOnce += isGood && tries === 1 ? 1 : 0;
      const text = `health asked=${asked} slowest=${slowest.toFixed(0)} ms (≤ ${MOST_HEALTH_MS}) ${heldText(lag)} bought=${bought} tries=${tries} ${failed.join(' ')}`;
      report.line(input.name.slice(0, 60), text, isGood ? 'PASS' : 'FAIL');
    }
    report.line('all mails', `inputs=${inputs.length} first-try=${atOnce} worst=${worst.toFixed(0)} ms`, 'INFO');
    if (!world.mails) report.line('mails', 'Dovecot is not installed', 'SKIP');
  } finally {
    await world.close();
  }
}

/** Sends an input while people buy. A purchase that the shop refuses counts as a failure. */
async function triedBesideShoppers(world: LagWorld, input: Input, shoppers: number, nextBuyer: NextBuyer) {
  const shop = await openBusyShop(world, shoppers, nextBuyer);
  const { failed, lag } = await tried(world, input);
  const { refused, ...counts } = await shop.stop();
  return { ...counts, lag, failed: refused === 0 ? failed : [...failed, `refused=${refused}`] };
}

async function runInputs(): Promise<void> {
  const world = await openLagWorld();
  try {
    const inputs = [...fieldInputs(world), ...mailInputs(world)].filter(({ name }) => name.includes(values.only));
    await warmUp(world, inputs);
    let worst = { cpuMs: 0, slowest: 0 };
    for (const input of inputs) {
      const seen = await judged(world, input);
      worst = { cpuMs: Math.max(worst.cpuMs, seen.lag.cpuMs), slowest: Math.max(worst.slowest, seen.slowest) };
      const isGood = seen.failed.length === 0 && (values.check || isQuick(seen, input));
      const text = `${heldText(seen.lag)} slowest=${seen.slowest.toFixed(0)} ms ${seen.failed.join(' ')}`;
      if (!isGood || !isQuick(seen, input)) report.line(input.name.slice(0, 60), text, isGood ? 'PASS' : 'FAIL', seen);
    }
    const text = `inputs=${inputs.length} worst held=${worst.cpuMs} ms of CPU (≤ ${MOST_LAG_MS}) slowest=${worst.slowest.toFixed(0)} ms`;
    report.line('all inputs', text, values.only || inputs.length >= LEAST_INPUTS ? 'PASS' : 'FAIL');
    if (!world.mails) report.line('mails', 'Dovecot is not installed', 'SKIP');
  } finally {
    await world.close();
  }
}
