import { setTimeout as pause } from 'node:timers/promises';
import { cpuOf, cpuOfAll, machineCpu, percentile } from './figures.ts';

/** Above this CPU share of other programs, the machine is marked busy: then only CPU, correctness and weight decide. */
export const BUSY_ABOVE_PERCENT = 15;
const QUIET_TRIES = 10;
const TRIES = 3;
const IDLE_WITHIN_MS = 180_000;
const IDLE_CPU_MS = 100;

export type Sample = {
  readonly done: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
  readonly cpuPerOp: number;
  readonly otherCpu: number;
  readonly refused: number;
  readonly errors: number;
  readonly bytes: number;
  /** How often the case was measured before the quietest of its tries was kept. */
  readonly tries: number;
};

/** The preparation of each try, its load, and the condition that a try must meet. */
export type Plan = {
  readonly pids: readonly number[];
  readonly connections: number;
  readonly seconds: number;
  readonly most?: number;
  readonly prepare?: () => Promise<void>;
  readonly holds?: (sample: Omit<Sample, 'tries'>) => boolean;
};

/** One operation of a load. It resolves with whether the response was right, and with its bytes. */
export type Operation = () => Promise<{ readonly ok: boolean; readonly bytes: number }>;

/** Runs an operation in `connections` closed loops for a time, or until `most` were done. */
export async function drive(
  operation: Operation,
  connections: number,
  seconds: number,
  most = Number.POSITIVE_INFINITY,
) {
  const latencies: number[] = [];
  const counts = { refused: 0, errors: 0, bytes: 0, started: 0 };
  const until = performance.now() + seconds * 1000;
  const loop = async () => {
    while (performance.now() < until && counts.started < most) {
      counts.started += 1;
      const from = performance.now();
      try {
        const { ok, bytes } = await operation();
        latencies.push(performance.now() - from);
        counts.bytes += bytes;
        if (!ok) counts.refused += 1;
      } catch {
        counts.errors += 1;
      }
    }
  };
  await Promise.all(Array.from({ length: connections }, loop));
  return { latencies, ...counts };
}

/** Waits until the rest of the machine is quiet. After some tries it stops waiting: the figure shows the other load. */
async function untilQuiet(pids: readonly number[]): Promise<void> {
  for (let attempt = 0; attempt < QUIET_TRIES; attempt++) {
    const others = watchOthers(pids);
    await pause(500);
    if (others() <= BUSY_ABOVE_PERCENT) return;
  }
}

/** Waits until servers have finished the work of a first start: indexing the catalog and auditing the books. */
export async function untilIdle(pids: readonly number[]): Promise<void> {
  for (const deadline = performance.now() + IDLE_WITHIN_MS; performance.now() < deadline; ) {
    const before = cpuOfAll(pids);
    await pause(1000);
    if (cpuOfAll(pids) - before < IDLE_CPU_MS) return;
  }
}

/** Returns a function that returns the percentage of the machine that other programs have used since this call. */
export function watchOthers(pids: readonly number[]): () => number {
  const ownCpu = () => cpuOfAll(pids) + cpuOf(process.pid);
  const [machineBefore, ownBefore] = [machineCpu(), ownCpu()];
  return () => {
    const machine = machineCpu();
    const total = machine.total - machineBefore.total;
    const used = machine.busy - machineBefore.busy - (ownCpu() - ownBefore);
    return total === 0 ? 0 : Math.max(0, Math.round((used / total) * 100));
  };
}

/** Warms up, waits for a quiet machine, then measures: latency at the client, CPU of the servers from /proc. */
async function measureOnce(operation: Operation, plan: Plan): Promise<Omit<Sample, 'tries'>> {
  await plan.prepare?.();
  await drive(operation, plan.connections, plan.seconds / 2, plan.most && plan.most / 4);
  await untilQuiet(plan.pids);
  const others = watchOthers(plan.pids);
  const cpuBefore = cpuOfAll(plan.pids);
  const from = performance.now();
  const ran = await drive(operation, plan.connections, plan.seconds, plan.most);
  const seconds = (performance.now() - from) / 1000;
  const done = ran.latencies.length;
  return {
    done,
    perSecond: done / seconds,
    p50: percentile(ran.latencies, 0.5),
    p90: percentile(ran.latencies, 0.9),
    p99: percentile(ran.latencies, 0.99),
    cpuPerOp: (cpuOfAll(plan.pids) - cpuBefore) / Math.max(1, done - ran.refused),
    otherCpu: others(),
    refused: ran.refused,
    errors: ran.errors,
    bytes: Math.round(ran.bytes / Math.max(1, done)),
  };
}

/**
 * Measures up to three times and keeps the quietest try, the one in which the same work took the least CPU. A virtual
 * machine is slowed by others on its host without seeing it. A wrong response is never measured away.
 */
export async function measure(operation: Operation, plan: Plan): Promise<Sample> {
  let kept = await measureOnce(operation, plan);
  let tries = 1;
  while (tries < TRIES && plan.holds?.(kept) === false && kept.refused + kept.errors === 0) {
    const next = await measureOnce(operation, plan);
    tries += 1;
    if (next.refused + next.errors > 0 || next.cpuPerOp < kept.cpuPerOp) kept = next;
  }
  return { ...kept, tries };
}
