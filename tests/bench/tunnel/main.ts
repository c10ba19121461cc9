// Measures the tunnel beside bare servers in the same run: prints a line for each, then the targets. `npm run
// bench:tunnel -- --subscribers 1000,5000,10000 --gate`
import { execFileSync } from 'node:child_process';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { machineCpu } from '#tests/bench/store/figures.ts';
import { BUSY_ABOVE_PERCENT } from '#tests/bench/store/measure.ts';
import { Report, type Verdict } from '#tests/bench/store/report.ts';
import { type Gate, gatesOf, holds } from './gates.ts';
import { type Kind, kinds } from './kinds.ts';
import type { Load } from './plan.ts';
import { runKind } from './run-kind.ts';

const { values } = parseArgs({
  options: {
    subscribers: { type: 'string', default: '1000,5000,10000' },
    only: { type: 'string' },
    rounds: { type: 'string', default: '2' },
    paced: { type: 'string', default: '30' },
    'busy-ms': { type: 'string', default: '2500' },
    json: { type: 'string' },
    gate: { type: 'boolean', default: false },
  },
});
const wanted = kinds.filter((kind) => values.only === undefined || values.only.split(',').includes(kind));
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
const head =
  `# plaza ${commit} node ${process.versions.node} cores=${cpus().length} cpu="${cpus()[0]?.model}" ` +
  `rounds=${values.rounds} date=${new Date().toISOString()}`;
console.log(head);

const report = new Report();
/** The CPU time of servers and loads so far, in milliseconds of one core. */
let ownCpu = process.cpuUsage().user / 1000;
for (const n of values.subscribers.split(',').map(Number)) {
  const loads: Partial<Record<Kind, Load>> = {};
  const before = { machine: machineCpu(), own: ownCpu };
  for (let round = 0; round < Number(values.rounds); round += 1)
    for (const kind of wanted) {
      const { load, cpuMs } = await runKind(kind, {
        subscribers: n,
        paced: Number(values.paced),
        busyMs: Number(values['busy-ms']),
      });
      ownCpu += cpuMs;
      const best = loads[kind];
      loads[kind] = best ? bestOf(best, load) : load;
    }
  const busy = othersSince(before);
  for (const [kind, load] of Object.entries(loads)) report.line(`${n} ${kind}`, textOf(load), 'INFO', load);
  for (const gate of gatesOf(n, loads)) report.line(`${n} ${gate.name}`, gateText(gate), verdictOf(gate, busy), gate);
  report.line(`${n} machine`, `used by others=${busy}%`, 'INFO', { busy });
}
const passed = report.close(values.json ?? null, head);
process.exitCode = values.gate && !passed ? 1 : 0;

/** Returns the best of two rounds, each figure for itself. A delivery that was lost in any round counts as lost. */
function bestOf(one: Load, other: Load): Load {
  const lower = (key: keyof Load) => Math.min(one[key], other[key]);
  return {
    kbPerConnection: lower('kbPerConnection'),
    firstUs: lower('firstUs'),
    connectUs: lower('connectUs'),
    subscribeUs: lower('subscribeUs'),
    p50: lower('p50'),
    p99: lower('p99'),
    fanOut: lower('fanOut'),
    pacedUs: lower('pacedUs'),
    busyUs: lower('busyUs'),
    busyPerSecond: Math.max(one.busyPerSecond, other.busyPerSecond),
    resumeMs: lower('resumeMs'),
    lost: one.lost + other.lost,
    loaderCpuMs: one.loaderCpuMs + other.loaderCpuMs,
  };
}

function textOf(load: Load): string {
  return (
    `KB/conn=${load.kbPerConnection.toFixed(1)} first=${load.firstUs.toFixed(0)} connect=${load.connectUs.toFixed(0)} ` +
    `subscribe=${load.subscribeUs.toFixed(0)} us | ` +
    `p50=${load.p50.toFixed(1)} p99=${load.p99.toFixed(1)} fan-out=${load.fanOut.toFixed(1)} ms ` +
    `cpu/event=${load.pacedUs.toFixed(1)} us | busy ${(load.busyPerSecond / 1000).toFixed(0)} k/s/core ` +
    `${load.busyUs.toFixed(1)} us | resume=${load.resumeMs.toFixed(0)} ms lost=${load.lost}`
  );
}

function gateText({ value, target, atLeast }: Gate): string {
  return `${value.toFixed(1)} ${atLeast ? '>=' : '<='} ${target.toFixed(1)}`;
}

function verdictOf(gate: Gate, busy: number): Verdict {
  if (holds(gate)) return 'PASS';
  return gate.isTime && busy > BUSY_ABOVE_PERCENT ? 'BUSY' : 'FAIL';
}

/** Returns the percentage of the machine that other programs have used. */
function othersSince(before: { readonly machine: ReturnType<typeof machineCpu>; readonly own: number }): number {
  const now = machineCpu();
  const total = now.total - before.machine.total;
  const used = now.busy - before.machine.busy - (ownCpu - before.own);
  return total === 0 ? 0 : Math.max(0, Math.round((used / total) * 100));
}
