import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { enqueue, topic } from '#lib/data/outbox.ts';
import type { Writer } from '#lib/data/store.ts';

/** How many products one row of the bulk topic names. */
export const INDEXED_AT_ONCE = 100;

/** A product's text, price, status, rating or availability has changed: its entry in the index is made anew. */
export const catalogIndexTopic = topic('catalog.index', z.object({ productId: idText }), { coalesce: true });

/** As `catalogIndexTopic` for products written together; one row instead of a hundred. */
export const catalogIndexManyTopic = topic(
  'catalog.index-many',
  z.object({ productIds: z.array(idText).min(1).max(INDEXED_AT_ONCE) }),
);

/** A vendor was approved, suspended or renamed: all of its products enter or leave the index. */
export const catalogVendorTopic = topic('catalog.vendor', z.object({ vendorId: idText }), { coalesce: true });

/** Promises, in the commit that changes a product, that the index will follow. Causes in quick succession are one. */
export const promiseIndexing = (write: Writer, productId: string, now: Date): void =>
  enqueue(write, catalogIndexTopic, { productId }, { now, key: productId });
