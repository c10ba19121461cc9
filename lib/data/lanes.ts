/** FIFO queues by key, inside one process. They prevent the process from contending with itself in the database. */
export type Lanes = {
  /**
   * Runs `work` after every earlier user of these keys has finished. Several keys are acquired in sorted order, which
   * prevents a deadlock.
   */
  through<R>(keys: readonly string[], work: () => Promise<R>): Promise<R>;
};

/** Opens the queues of one store. */
export function openLanes(): Lanes {
  const tails = new Map<string, Promise<void>>();

  async function take(key: string): Promise<() => void> {
    const before = tails.get(key);
    const { promise: mine, resolve } = Promise.withResolvers<void>();
    tails.set(key, mine);
    await before;
    return () => {
      if (tails.get(key) === mine) tails.delete(key);
      resolve();
    };
  }

  async function through<R>(keys: readonly string[], work: () => Promise<R>): Promise<R> {
    const releases: (() => void)[] = [];
    try {
      for (const key of [...new Set(keys)].sort()) releases.push(await take(key));
      return await work();
    } finally {
      for (const release of releases.reverse()) release();
    }
  }

  return { through };
}

/** Returns the lanes of a transaction's options as a list. */
export const laneKeys = (lane: string | readonly string[] | undefined): readonly string[] =>
  lane === undefined ? [] : typeof lane === 'string' ? [lane] : lane;
