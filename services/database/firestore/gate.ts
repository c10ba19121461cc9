import { storeUnavailable } from '#lib/data/store-errors.ts';

/**
 * Lets requests pass until it is shut. If the SDK retries a request after its client was terminated, it rejects a
 * promise that no code handles, which ends the process. So at that time no request may be pending and none may start.
 */
export type Gate = {
  pass<R>(work: () => Promise<R>): Promise<R>;
  /** Rejects new requests and waits until all pending requests have finished. */
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
