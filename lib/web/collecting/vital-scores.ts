export type Shift = { readonly startTime: number; readonly value: number; readonly hadRecentInput: boolean };
export type Interaction = { readonly interactionId: number; readonly duration: number };

/** Shifts belong together while less than this lies between two of them, up to a longest time for all. */
const SHIFT_GAP_MS = 1_000;
const SHIFTS_MS = 5_000;
/** For each group of this many interactions, INP leaves out one of the slowest. */
const PER_OUTLIER = 50;
/** Outliers of more interactions than a page ever has. */
const KEPT = 10;

/** Adds up layout shifts as CLS does: the largest sum of shifts that belong together. */
export function openShifts() {
  let [first, last, sum, largest] = [0, Number.NEGATIVE_INFINITY, 0, 0];
  return {
    add({ startTime, value, hadRecentInput }: Shift): void {
      if (hadRecentInput) return;
      const isNext = startTime - last < SHIFT_GAP_MS && startTime - first < SHIFTS_MS;
      if (!isNext) [first, sum] = [startTime, 0];
      last = startTime;
      sum += value;
      largest = Math.max(largest, sum);
    },
    score: () => largest,
  };
}

/** Keeps the slowest interactions, as INP does: a press is one interaction of several events. */
export function openInteractions() {
  const byId = new Map<number, number>();
  return {
    add({ interactionId, duration }: Interaction): void {
      if (interactionId) byId.set(interactionId, Math.max(duration, byId.get(interactionId) ?? 0));
      if (byId.size > KEPT) {
        const [fastest] = [...byId].sort(([, a], [, b]) => a - b)[0] ?? [0];
        byId.delete(fastest);
      }
    },
    /** Returns the latency of the slowest, but for one in 50 of all interactions. Undefined before the first. */
    latency(count: number): number | undefined {
      const slowest = [...byId.values()].sort((a, b) => b - a);
      return slowest[Math.min(slowest.length - 1, Math.floor(count / PER_OUTLIER))];
    },
  };
}
