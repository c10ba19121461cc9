import { z } from 'zod';
import { hashOf, idText } from '#lib/core/ids.ts';
import { SECOND_MS } from '#lib/core/time.ts';
import { enqueue, topic } from '#lib/data/outbox.ts';
import type { Writer } from '#lib/data/store.ts';

/** Sold units of a product wait to be taken off its shelf. */
export const stockCompactTopic = topic('stock.compact', z.object({ productId: idText }), { coalesce: true });

/** Sales of one product within this time are compacted together. */
const GATHERED_MS = SECOND_MS;

/** The moment within each second that is this product's own: all of a shop at once would hold up the purchases beside. */
const momentOf = (productId: string): number =>
  Buffer.from(hashOf('compact', productId), 'base64url').readUInt16BE(0) % GATHERED_MS;

/** Promises, in the commit that sells them, that the units leave `onHand` and `held` soon. */
export function promiseCompaction(t: Writer, productIds: Iterable<string>, now: Date): void {
  for (const productId of new Set(productIds)) {
    const moment = momentOf(productId);
    const seconds = Math.ceil((now.getTime() + 1 - moment) / GATHERED_MS);
    const availableAt = new Date(seconds * GATHERED_MS + moment).toISOString();
    enqueue(t, stockCompactTopic, { productId }, { now, key: productId, availableAt });
  }
}

/** One row is too narrow for the rush on a product. */
export const stockSplitTopic = topic('stock.split', z.object({ productId: idText }), { coalesce: true });

/** Promises that the stock of a product is split soon. */
export const promiseSplit = (t: Writer, productId: string, now: Date): void =>
  enqueue(t, stockSplitTopic, { productId }, { now, key: productId });
