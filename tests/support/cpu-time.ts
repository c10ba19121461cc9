/** Returns the CPU time of this thread in milliseconds. Unlike clock time, it does not grow on a busy machine. */
export async function cpuTimeOf<T>(work: () => T | Promise<T>): Promise<{ readonly ms: number; readonly result: T }> {
  const before = process.threadCpuUsage();
  const result = await work();
  const { user, system } = process.threadCpuUsage(before);
  return { ms: (user + system) / 1000, result };
}

/** The shortest CPU time worth comparing, in milliseconds: one pause of the garbage collector takes as long. */
const LEAST_MS = 5;
const TRIES = 8;

/**
 * Returns how many times the CPU time grows when the input grows eightfold: about 8 for linear work, 64 for quadratic
 * work. It compares the best of up to eight runs of each size, so the speed and load of the machine do not matter. It
 * stops at the first growth below `enough`.
 */
export async function growthOf(work: (share: number) => unknown, enough: number): Promise<number> {
  const best = { part: Number.POSITIVE_INFINITY, whole: Number.POSITIVE_INFINITY };
  let growth = Number.POSITIVE_INFINITY;
  for (let run = 0; run < TRIES && growth >= enough; run += 1) {
    best.part = Math.min(best.part, (await cpuTimeOf(() => work(1 / 8))).ms);
    best.whole = Math.min(best.whole, (await cpuTimeOf(() => work(1))).ms);
    growth = best.whole / Math.max(best.part, LEAST_MS);
  }
  return growth;
}
