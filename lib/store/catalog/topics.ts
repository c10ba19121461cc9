import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { enqueue, topic } from '#lib/data/outbox.ts';
import type { Writer } from '#lib/data/store.ts';

/** How many products one row of the bulk topic names. */
export const INDEXED_AT_ONCE = 100;

/** Rebuilds the index entry of a product after its text, price, status, rating or availability has changed. */
export const catalogIndexTopic = topic('catalog.index', z.object({ productId: idText }), { coalesce: true });

/** Does the same for products written together, with one row instead of a hundred. */
export const catalogIndexManyTopic = topic(
  'catalog.index-many',
  z.object({ productIds: z.array(idText).min(1).max(INDEXED_AT_ONCE) }),
);

/** Updates the index for all products of a vendor that was approved, suspended or renamed. */
export const catalogVendorTopic = topic('catalog.vendor', z.object({ vendorId: idText }), { coalesce: true });

/** Enqueues the index update in the commit that changes a product. Causes in quick succession share one row. */
export const promiseIndexing = (write: Writer, productId: string, now: Date): void =>
  enqueue(write, catalogIndexTopic, { productId }, { now, key: productId });
