import type { UserContext } from '#lib/context/context.ts';
import { canonicalJson } from '#lib/core/canonical-json.ts';
import { notFound } from '#lib/core/errors.ts';
import type { Row, Tx } from '#lib/data/store.ts';
import type { CategoryTree } from '#lib/store/catalog/category-tree.ts';
import { promiseIndexing } from '#lib/store/catalog/topics.ts';
import { Products, StockLevels, Vendors } from '#lib/store/collections.ts';
import { assertSharedFulfilment } from '#lib/store/families/family-writes.ts';
import type { Product } from '#lib/store/schemas/product.ts';
import type { EditProduct } from '#lib/store/schemas/product-input.ts';
import type { VendorProduct } from '#lib/store/schemas/vendor-product.ts';
import { laneOf } from '#lib/store/stock/counters.ts';
import { type Acting, assertActsIn, assertReason } from '#lib/store/vendors/acting-vendor.ts';
import { recordProductAct } from './product-acts.ts';
import { assertEditable, factsOfEdit, planEdit, readNamed, withEdit, writeEdit } from './product-edit.ts';
import { treeKnowing } from './product-fields.ts';
import { changePictures } from './product-pictures.ts';
import { assertSkuFree } from './product-skus.ts';
import { getOwnProduct, vendorProductOf } from './vendor-product.ts';

type Editing = {
  readonly acting: Acting;
  readonly id: string;
  readonly edit: EditProduct;
  readonly tree: CategoryTree;
  readonly now: Date;
};

/**
 * Changes a product that the caller acts for, and enqueues the index update. Absent fields stay as they are; an edit
 * without effect writes nothing. With `version`, an edit of an older version throws StaleVersion. A product that
 * moderation has blocked stays as it is until it is restored.
 */
export async function editOwnProduct(
  ctx: UserContext,
  acting: Acting,
  id: string,
  edit: EditProduct,
): Promise<VendorProduct> {
  assertReason(acting, edit.reason);
  const tree = await treeKnowing(ctx, edit.categories ?? []);
  const editing = { acting, id, edit, tree, now: ctx.now() };
  let written: string | null = null;
  await ctx.data.tx(
    async (t) => {
      const row = await t.get(Products, id);
      // Firestore may repeat an applied commit. This run then finds its own edit.
      if (row && canonicalJson(row.data) === written) return;
      written = await editOnce(t, ctx, editing, row);
    },
    { lane: edit.lowAt === undefined ? `${Products.name}/${id}` : laneOf(id) },
  );
  return vendorProductOf(ctx, await getOwnProduct(ctx, acting, id));
}

/** Returns whether an edit would change a product. Throws what the edit would throw, and writes nothing. */
export async function checkEdit(ctx: UserContext, { id, data }: Row<Product>, edit: EditProduct): Promise<boolean> {
  const tree = await treeKnowing(ctx, edit.categories ?? []);
  const edited = withEdit(data, edit, await readNamed(ctx.data, knownBy(data), edit, tree), ctx.env);
  if (canonicalJson(edited) === canonicalJson(data)) return false;
  assertEditable(data, edit.version);
  if (edited.sku !== data.sku) await assertSkuFree(ctx.data, data.vendorId, edited.sku, id);
  return true;
}

const knownBy = ({ vendorId, images }: Product) => ({ vendorId, known: images });

/** Writes an edit and returns the product as it is stored then, or null when nothing changes. */
async function editOnce(
  t: Tx,
  ctx: UserContext,
  { acting, id, edit, tree, now }: Editing,
  row: Row<Product> | undefined,
): Promise<string | null> {
  if (!row) throw notFound(Products.label, id, { code: 'NOT_FOUND' });
  const { data: before } = row;
  const [vendor, level] = await Promise.all([
    t.need(Vendors, before.vendorId),
    edit.lowAt === undefined ? undefined : t.need(StockLevels, id),
  ]);
  assertActsIn(acting, vendor, Products.label, id);
  assertEditable(before, edit.version);

  const edited = withEdit(before, edit, await readNamed(t, knownBy(before), edit, tree), ctx.env);
  const planned = planEdit(row, edited, edit, level, now);
  if (!planned) return null;
  const { after } = planned;
  if (after.sku !== before.sku) await assertSkuFree(t, vendor.id, after.sku, id);
  if (after.fulfilment !== before.fulfilment) await assertSharedFulfilment(t, before);

  await changePictures(t, { vendorId: vendor.id, before, after }, now);
  writeEdit(t, planned);
  promiseIndexing(t, id, now);
  recordProductAct(
    t,
    ctx,
    { acting, vendor },
    {
      action: 'product.changed',
      productId: id,
      title: after.title,
      ...factsOfEdit(planned),
      reason: edit.reason,
      changeId: String(after.version),
      now,
    },
  );
  return canonicalJson(after);
}
