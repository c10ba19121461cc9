import { setTimeout as wait } from 'node:timers/promises';
import { systemContext } from '#lib/context/context.ts';
import type { Runtime } from '#lib/context/runtime.ts';
import { newId } from '#lib/core/ids.ts';
import { SECOND_MS } from '#lib/core/time.ts';
import { withLease } from '#lib/data/locks.ts';
import { numberDocuments } from '#lib/store/orders/order-document.ts';
import { ordersToNumber, soldHolds } from '#lib/store/queries.ts';
import { compactSold } from '#lib/store/stock/compaction.ts';
import { hasTicker } from '#lib/store/stock/notice.ts';
import { SHOP_WORKER, SHOP_WORKER_LEASE_MS } from '#lib/store/values.ts';
import { startAvailability } from './availability.ts';
import { followRows } from './follow-rows.ts';

/** How often a standby process checks whether it is needed. */
const LOOK_MS = 10 * SECOND_MS;

export type ShopWorker = {
  /** Resolves when the work has ended and the lease is released. */
  close(): Promise<void>;
};
type Part = { close(): Promise<void> };

/**
 * Does the work in which several processes would only conflict. The worker updates the stock figures of the catalog,
 * compacts sold stock and numbers the documents of paid orders. One process holds the lease; the others stand by and
 * take over when it is gone (decisions/0034). Runs only in a process with a ticker.
 */
export function startShopWorker(runtime: Runtime, lookMs: number = LOOK_MS): ShopWorker {
  if (!hasTicker(runtime.env)) return { close: async () => undefined };
  const stopping = new AbortController();
  const { signal } = stopping;

  async function standBy(): Promise<void> {
    while (!signal.aborted) {
      try {
        await withLease(runtime, SHOP_WORKER, { leaseMs: SHOP_WORKER_LEASE_MS }, ({ lost }) =>
          workUntil(runtime, AbortSignal.any([signal, lost])),
        );
      } catch (error) {
        runtime.log('error', 'shop-worker.failed', { error });
      }
      await wait(lookMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }
  const done = standBy();
  return {
    close() {
      stopping.abort();
      return done;
    },
  };
}

async function workUntil(runtime: Runtime, end: AbortSignal): Promise<void> {
  if (end.aborted) return;
  const ended = new Promise<void>((resolve) => end.addEventListener('abort', () => resolve(), { once: true }));
  const parts = startParts(runtime);
  await ended;
  await Promise.all(parts.map((part) => part.close()));
}

function startParts(runtime: Runtime): readonly Part[] {
  const ctx = systemContext(runtime, newId('request'));
  return [
    startAvailability(runtime),
    followRows(runtime, {
      query: soldHolds(1),
      work: () => compactSold(ctx),
      failed: 'compaction.failed',
      everyMs: SECOND_MS,
    }),
    followRows(runtime, {
      query: ordersToNumber(1),
      work: () => numberDocuments(ctx),
      failed: 'order-document.failed',
      everyMs: SECOND_MS,
    }),
  ];
}
