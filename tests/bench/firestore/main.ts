// Measures purchases over several processes on one Firestore emulator: sales, refusals and aborted commits.
import { execFileSync } from 'node:child_process';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { Report } from '#tests/bench/store/report.ts';
import { openWorld } from '#tests/bench/store/world.ts';
import { type Client, openClient } from '#tests/support/http-client.ts';
import type { PurchaseStep } from '#tests/support/purchase.ts';
import { type Server, startServer } from '#tests/support/server.ts';
import { abortVars } from './aborts.ts';
import { BUYERS, buyBesideKill, buyFew, buyMany, FEW, type Round } from './rounds.ts';

const { values: options } = parseArgs({
  options: {
    processes: { type: 'string', default: '4' },
    /** Rounds in which forty buyers compete for twenty units. */
    rounds: { type: 'string', default: '10' },
    gate: { type: 'boolean', default: false },
  },
});
const report = new Report();
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
const head =
  `# plaza ${commit} node ${process.versions.node} emulator processes=${options.processes} ` +
  `cores=${cpus().length} cpu="${cpus()[0]?.model}" date=${new Date().toISOString()}`;
console.log(head);

const world = await openWorld('firestore', BUYERS, (Number(options.rounds) + 3) * BUYERS);
const servers: Server[] = [];
const clients: Client[] = [];
try {
  for (let n = 0; n < Number(options.processes); n++) {
    servers.push(await startServer(world.folder, (origin) => ({ ...world.vars(origin), ...abortVars(world.folder) })));
    clients.push(openClient(servers.at(-1)?.origin ?? '', BUYERS));
  }
  const shop = { world, servers, clients };
  // The first requests of a process load its routes.
  tell('warm-up', await buyMany(shop), null);
  tell('forty products', await buyMany(shop), (round) => isWhole(round) && round.aborted <= BUYERS / 2);
  for (let n = 1; n <= Number(options.rounds); n++)
    tell(
      `twenty for forty, ${n}`,
      await buyFew(shop),
      (round) => round.sold === FEW && busy(round) === 0 && round.drift === 0 && round.aborted <= 1.5 * FEW,
    );
  tell('one killed', await buyBesideKill(shop), isWhole);
} finally {
  for (const client of clients) client.close();
  for (const server of servers) await server.close();
  await world.close();
}
const passed = report.close(null, head);
process.exitCode = options.gate && !passed ? 1 : 0;

function isWhole({ sold, drift, outcomes }: Round): boolean {
  return sold === BUYERS && drift === 0 && outcomes.every(({ isPaid }) => isPaid);
}

function busy({ outcomes }: Round): number {
  return outcomes.filter(({ status }) => status === 503).length;
}

function median(round: Round, step: PurchaseStep): number {
  const times = round.outcomes.map(({ tookMs }) => tookMs[step]).filter((ms) => ms > 0);
  return (times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0) / 1000;
}

function tell(name: string, round: Round, fits: ((round: Round) => boolean) | null): void {
  const { outcomes, sold, drift, commits, aborted, overtaken } = round;
  const perSale = (count: number) => (count / Math.max(1, sold)).toFixed(2);
  const longest = Math.max(...outcomes.map(({ longestMs }) => longestMs)) / 1000;
  const refused = outcomes.filter(({ isPaid }) => !isPaid).length;
  const moved = outcomes.filter((outcome) => outcome.moved).length;
  report.line(
    name,
    `sold=${sold} refused=${refused} busy=${busy(round)} moved=${moved} drift=${drift} ` +
      `commits=${commits} aborted/sale=${perSale(aborted)} overtaken/sale=${perSale(overtaken)} ` +
      `hold-p50=${median(round, 'hold').toFixed(1)} pay-p50=${median(round, 'pay').toFixed(1)} longest=${longest.toFixed(1)} s`,
    fits === null ? 'INFO' : fits(round) ? 'PASS' : 'FAIL',
  );
}
