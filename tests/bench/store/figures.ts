import { readFileSync, writeFileSync } from 'node:fs';

const TICK_MS = 10;

/** Returns the CPU time of one process so far, user and system, in milliseconds. */
export function cpuOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name may contain spaces and brackets, so the fields are counted from its closing bracket. Fields 14 and 15 are
  // utime and stime.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

export const cpuOfAll = (pids: readonly number[]): number => pids.reduce((sum, pid) => sum + cpuOf(pid), 0);

/** Returns the CPU time of the whole machine so far: busy and total milliseconds over all cores. */
export function machineCpu(): { readonly busy: number; readonly total: number } {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
  const ticks = line.trim().split(/\s+/).slice(1, 9).map(Number);
  const total = ticks.reduce((sum, value) => sum + value, 0);
  return { busy: (total - (ticks[3] ?? 0) - (ticks[4] ?? 0)) * TICK_MS, total: total * TICK_MS };
}

/** Returns the resident memory of a process in MB: the current value and the peak. */
export function memoryOf(pid: number): { readonly nowMb: number; readonly peakMb: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kb = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0);
  return { nowMb: Math.round(kb('VmRSS') / 1024), peakMb: Math.round(kb('VmHWM') / 1024) };
}

/** Makes the peak memory of a process its current memory, so that the next peak is that of the work that follows. */
export const resetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5');

/** Returns the value below which a share of the samples lies; samples need not be sorted. */
export function percentile(samples: readonly number[], share: number): number {
  if (samples.length === 0) return 0;
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Returns a seeded generator of numbers in [0, 1), so that each run makes the same requests. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}
