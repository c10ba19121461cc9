// Measures the inbox: prints lines to read, then everything as one line of JSON. `npm run bench:crm -- --only=reading`.
import { execFileSync } from 'node:child_process';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { Report } from '#tests/bench/store/report.ts';
import type { Figure, Group } from './figure.ts';
import { runInbox, runInboxGrowth } from './inbox.ts';
import { largeMails } from './large-mails.ts';
import { reading } from './reading.ts';
import { verdicts } from './verdicts.ts';

const groups: readonly Group[] = [reading, largeMails, verdicts];
const loads = { inbox: runInbox, growth: runInboxGrowth };

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    threads: { type: 'string', default: '10000' },
    growth: { type: 'string', default: '1000,100000' },
    seconds: { type: 'string', default: '6' },
    gate: { type: 'boolean', default: false },
    // Makes every request a few times and checks only the responses, not their cost.
    check: { type: 'boolean', default: false },
  },
});
const wants = (name: string): boolean => values.only === undefined || values.only.split(',').includes(name);
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
const head = {
  commit,
  node: process.versions.node,
  cores: cpus().length,
  cpu: cpus()[0]?.model,
  at: new Date().toISOString(),
};
console.log(`# plaza ${commit} node ${head.node} cores=${head.cores} cpu="${head.cpu}" date=${head.at}`);

const seen: Record<string, readonly Figure[] | null> = {};
for (const { name, run } of groups.filter((group) => wants(group.name))) {
  const figures = await run();
  seen[name] = figures;
  if (figures === null) console.log(`${name.padEnd(10)} SKIPPED: what it needs is not here`);
  for (const figure of figures ?? []) console.log(line(name, figure));
}

const report = new Report();
const [few = 0, many = 0] = values.growth.split(',').map(Number);
const sizes = {
  threads: Number(values.threads),
  growth: [few, many] as const,
  seconds: Number(values.seconds),
  check: values.check,
};
for (const [name, run] of Object.entries(loads)) if (wants(name)) await run(report, sizes);
console.log(JSON.stringify({ ...head, figures: seen }));
const passed = report.close(null, '');
process.exitCode = values.gate && !passed ? 1 : 0;

/** Figures vary by half on a busy machine: a missed target is only marked, and a person judges it. */
function line(group: string, { name, value, unit, target, atLeast }: Figure): string {
  const isMet = target === null || (atLeast ? value >= target : value <= target);
  const verdict = target === null ? '' : `${atLeast ? '≥' : '≤'} ${target} ${isMet ? 'ok' : 'MISSED'}`;
  return `${group.padEnd(10)} ${name.padEnd(40)} ${value.toFixed(2).padStart(10)} ${unit.padEnd(6)} ${verdict}`.trimEnd();
}
