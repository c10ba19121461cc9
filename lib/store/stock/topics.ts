import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { enqueue, topic } from '#lib/data/outbox.ts';
import type { Writer } from '#lib/data/store.ts';

/** Only earlier versions promised this effect. Now sold units are found by their state. */
export const stockCompactTopic = topic('stock.compact', z.object({ productId: idText }), { coalesce: true });

/** Promised when one row is too narrow for the rush on a product. */
export const stockSplitTopic = topic('stock.split', z.object({ productId: idText }), { coalesce: true });

/** Promises that the stock of a product is split soon. */
export const promiseSplit = (t: Writer, productId: string, now: Date): void =>
  enqueue(t, stockSplitTopic, { productId }, { now, key: productId });
