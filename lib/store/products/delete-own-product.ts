import type { UserContext } from '#lib/context/context.ts';
import { conflict, notFound } from '#lib/core/errors.ts';
import { hashOf } from '#lib/core/ids.ts';
import { promiseIndexing } from '#lib/store/catalog/topics.ts';
import { Products, StockLevels, Vendors } from '#lib/store/collections.ts';
import { leavingFamily, planFamily } from '#lib/store/families/family-writes.ts';
import { planRelease } from '#lib/store/files/retire-product-file.ts';
import { availableOf, laneOf, readCounters, totalOf } from '#lib/store/stock/counters.ts';
import { writeMovement } from '#lib/store/stock/movements.ts';
import { type Acting, assertActsIn, assertReason } from '#lib/store/vendors/acting-vendor.ts';
import { recordProductAct } from './product-acts.ts';
import { assertEditable } from './product-edit.ts';
import { changePictures } from './product-pictures.ts';
import { freeSku } from './product-skus.ts';

/**
 * Deletes a product that was never published. Throws ProductUsed for any other: carts, orders and old links may name
 * it, so it can only be archived. Its stock moves stay, with one that takes its last units off the shelf.
 */
export async function deleteOwnProduct(
  ctx: UserContext,
  acting: Acting,
  id: string,
  reason: string | undefined,
): Promise<void> {
  assertReason(acting, reason);
  const now = ctx.now();
  const at = now.toISOString();
  let isWritten = false;
  await ctx.data.tx(
    async (t) => {
      const [row, level] = await Promise.all([t.get(Products, id), t.get(StockLevels, id)]);
      // Firestore may repeat an applied commit. This run then finds the product gone.
      if (!row && isWritten) return;
      if (!row) throw notFound(Products.label, id, { code: 'NOT_FOUND' });
      const vendor = await t.need(Vendors, row.data.vendorId);
      assertActsIn(acting, vendor, Products.label, id);
      assertEditable(row.data, undefined);
      const total = level ? totalOf(await readCounters(t, level)) : { onHand: 0, held: 0 };
      if (row.data.publishedAt !== null || total.held > 0 || (level?.data.shards ?? 1) > 1)
        throw conflict('This product was published before. Archive it instead', { code: 'ProductUsed' });

      const leaving = await leavingFamily(t, row);
      const family = leaving && (await planFamily(t, leaving, now));
      const releaseFiles = await planRelease(t, row.data, now);
      await changePictures(t, { vendorId: vendor.id, before: row.data, after: null }, now);
      family?.write(t);
      t.delete(Products, id);
      freeSku(t, row.data);
      releaseFiles(t);
      if (level) t.delete(StockLevels, id);
      const units = availableOf(total);
      if (units !== 0)
        writeMovement(t, hashOf('deleted', id), {
          productId: id,
          delta: -units,
          kind: 'correction',
          actorId: ctx.user.id,
          at,
        });
      promiseIndexing(t, id, now);
      recordProductAct(
        t,
        ctx,
        { acting, vendor },
        {
          action: 'product.deleted',
          productId: id,
          title: row.data.title,
          before: { status: row.data.status, onHand: units },
          reason,
          changeId: 'deleted',
          now,
        },
      );
      isWritten = true;
    },
    { lane: laneOf(id) },
  );
}
