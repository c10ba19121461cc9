import { cpuOf } from '#tests/bench/store/figures.ts';
import { drive } from '#tests/bench/store/measure.ts';
import type { Report } from '#tests/bench/store/report.ts';
import { CONNECTIONS, readAs, type Served } from './inbox-reads.ts';
import { storeCost } from './inbox-webhooks.ts';

/** The factor by which the larger inbox may cost more: as much as two measurements of one thing differ here. */
const MOST_RATIO = 1.2;
/** Rounds per size. The sizes take turns, so that a slow minute affects both, and the minimum of each is kept. */
const ROUNDS = 5;

const lists = {
  threads: '/api/admin/email/threads',
  'threads status+channel': '/api/admin/email/threads?status=new&sourceChannel=support',
} as const;

/** Compares an inbox with a much larger one. The cost of a list and of storing a mail must not grow with the inbox. */
export async function runGrowth(small: Served, large: Served, report: Report, seconds: number): Promise<void> {
  const sizes = [small, large].map(({ world }) => world.history.threads).join('→');
  for (const [name, path] of Object.entries(lists)) {
    const cost = async (served: Served) => {
      const before = cpuOf(served.server.pid);
      const ran = await drive(readAs(served, path), CONNECTIONS, seconds / 2);
      return (cpuOf(served.server.pid) - before) / Math.max(1, ran.latencies.length - ran.refused);
    };
    await compare(`${name} ${sizes}`, [() => cost(small), () => cost(large)], report);
  }
  await compare(`store a mail ${sizes}`, [() => storeCost(small), () => storeCost(large)], report);
}

async function compare(name: string, costs: readonly (() => Promise<number>)[], report: Report): Promise<void> {
  const least = costs.map(() => Number.POSITIVE_INFINITY);
  // The first round warms both up.
  for (let round = 0; round <= ROUNDS; round++)
    for (const [at, cost] of costs.entries()) {
      const ms = await cost();
      if (round > 0) least[at] = Math.min(least[at] ?? ms, ms);
    }
  const [few = 0, many = 0] = least;
  const ratio = many / few;
  report.line(
    `growth ${name}`,
    `cpu/op=${few.toFixed(2)}→${many.toFixed(2)} ms ratio=${ratio.toFixed(2)} (≤ ${MOST_RATIO})`,
    ratio <= MOST_RATIO ? 'PASS' : 'FAIL',
    { few, many, ratio },
  );
}
