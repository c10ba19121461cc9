/** Lets a limited number of calls run at once. The others wait, but neither too many nor too long. */
export type TurnLimits = { readonly most: number; readonly mostWaiting: number; readonly waitMs: number };

/** Returns a function that runs work as soon as it is its turn. Throws `refusal()` for a call that cannot wait. */
export function openTurns({ most, mostWaiting, waitMs }: TurnLimits, refusal: () => Error) {
  const waiting = new Set<() => void>();
  let running = 0;

  const enter = (): Promise<void> | undefined => {
    if (running < most) {
      running += 1;
      return;
    }
    if (waiting.size >= mostWaiting) throw refusal();
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        waiting.delete(begin);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.delete(begin);
        reject(refusal());
      }, waitMs);
      waiting.add(begin);
    });
  };
  /** A call that waits takes over the turn, so that `running` stays the same. */
  const leave = (): void => {
    const [next] = waiting;
    if (next) next();
    else running -= 1;
  };

  return async <R>(work: () => Promise<R>): Promise<R> => {
    await enter();
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
