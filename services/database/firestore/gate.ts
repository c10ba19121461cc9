import { storeUnavailable } from '#lib/data/store-errors.ts';

/**
 * Lets requests through until it is shut. A request that the SDK tries again after its client was terminated is rejected
 * in a promise nobody holds, which ends the process: so nothing may be under way then, and nothing may start.
 */
export type Gate = {
  pass<R>(work: () => Promise<R>): Promise<R>;
  /** Lets nothing more in, and waits until all that was let in has come out. */
  shut(): Promise<void>;
};

export function openGate(): Gate {
  const underway = new Set<Promise<unknown>>();
  let isShut = false;
  return {
    async pass(work) {
      if (isShut) throw storeUnavailable('The store is closed');
      const request = work();
      underway.add(request);
      try {
        return await request;
      } finally {
        underway.delete(request);
      }
    },
    async shut() {
      isShut = true;
      while (underway.size > 0) await Promise.allSettled(underway);
    },
  };
}
