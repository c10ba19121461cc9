import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { SECOND_MS } from '#lib/core/time.ts';
import { enqueue, topic } from '#lib/data/outbox.ts';
import type { Writer } from '#lib/data/store.ts';

/** Sold units of a product wait to be taken off its shelf. */
export const stockCompactTopic = topic('stock.compact', z.object({ productId: idText }), { coalesce: true });

/** Sales of one product within the same second are compacted together. */
const GATHERED_MS = SECOND_MS;

/** Promises, in the commit that sells them, that the units leave `onHand` and `held` soon. */
export function promiseCompaction(t: Writer, productIds: Iterable<string>, now: Date): void {
  const availableAt = new Date(Math.ceil((now.getTime() + 1) / GATHERED_MS) * GATHERED_MS).toISOString();
  for (const productId of new Set(productIds))
    enqueue(t, stockCompactTopic, { productId }, { now, key: productId, availableAt });
}

/** One row is too narrow for the rush on a product. */
export const stockSplitTopic = topic('stock.split', z.object({ productId: idText }), { coalesce: true });

/** Promises that the stock of a product is split soon. */
export const promiseSplit = (t: Writer, productId: string, now: Date): void =>
  enqueue(t, stockSplitTopic, { productId }, { now, key: productId });
