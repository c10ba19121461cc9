import { z } from 'zod';
import { idText, newId } from '#lib/core/ids.ts';
import { cursorText } from '#lib/core/paging.ts';
import { type Cause, enqueue, topic } from '#lib/data/outbox.ts';
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

/** Rebuilds the index entry of a family after a member, or the stock of one, has changed. */
export const catalogFamilyTopic = topic('catalog.family', z.object({ familyId: idText }), { coalesce: true });

/** Updates the index for all products of a vendor that was approved, suspended or renamed. */
export const catalogVendorTopic = topic('catalog.vendor', z.object({ vendorId: idText }), { coalesce: true });

/**
 * Updates the index for the products of a category and of all below it, one slice per row. `change` tells the walks of
 * two changes apart. `place` is where a slice begins: null at the start.
 */
export const catalogCategoryTopic = topic(
  'catalog.category',
  z.object({
    categoryId: idText,
    change: idText,
    place: z.object({ categoryId: idText, after: cursorText.nullable() }).nullable(),
  }),
);

/** Moves a slice of products out of a category that is being deleted. */
export const categoryEmptyTopic = topic('category.empty', z.object({ categoryId: idText }), { coalesce: true });

/** Enqueues the next slice of products that leave a category. */
export const promiseEmptying = (write: Writer, categoryId: string, cause: Omit<Cause, 'key'>): void =>
  enqueue(write, categoryEmptyTopic, { categoryId }, { ...cause, key: categoryId });

/** Enqueues the index update for a category that was renamed, moved, hidden or shown. */
export const promiseSubtree = (write: Writer, categoryId: string, now: Date): void =>
  enqueue(write, catalogCategoryTopic, { categoryId, change: newId('request'), place: null }, { now });

/** Enqueues the index update in the commit that changes a product. Causes in quick succession share one row. */
export const promiseIndexing = (write: Writer, productId: string, now: Date): void =>
  enqueue(write, catalogIndexTopic, { productId }, { now, key: productId });

/** Enqueues the index update of a family. Causes in quick succession share one row. */
export const promiseFamily = (write: Writer, familyId: string, now: Date): void =>
  enqueue(write, catalogFamilyTopic, { familyId }, { now, key: familyId });
