import type { AuditFacts } from '#lib/audit/schemas/audit.ts';
import type { UserContext } from '#lib/context/context.ts';
import { canonicalJson } from '#lib/core/canonical-json.ts';
import { conflict, invalid, notFound } from '#lib/core/errors.ts';
import type { Reader, Row, Tx } from '#lib/data/store.ts';
import type { CategoryTree } from '#lib/store/catalog/category-tree.ts';
import { promiseIndexing } from '#lib/store/catalog/topics.ts';
import { currentCategories } from '#lib/store/categories/current-categories.ts';
import { Products, StockLevels, Vendors } from '#lib/store/collections.ts';
import { assertSharedFulfilment } from '#lib/store/families/family-writes.ts';
import type { Product } from '#lib/store/schemas/product.ts';
import type { EditProduct } from '#lib/store/schemas/product-input.ts';
import type { VendorProduct } from '#lib/store/schemas/vendor-product.ts';
import { laneOf } from '#lib/store/stock/counters.ts';
import { writeLowAt } from '#lib/store/stock/low-stock.ts';
import { type Acting, assertActsIn, assertReason } from '#lib/store/vendors/acting-vendor.ts';
import { recordProductAct } from './product-acts.ts';
import { flawsToStore, resolveCategories, treeKnowing } from './product-fields.ts';
import { changePictures, type Pictures, resolveImages } from './product-pictures.ts';
import { assertSkuFree, claimSku, freeSku } from './product-skus.ts';
import { slugOf } from './slugs.ts';
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
      written = await writeEdit(t, ctx, editing, row);
    },
    { lane: edit.lowAt === undefined ? `${Products.name}/${id}` : laneOf(id) },
  );
  return vendorProductOf(ctx, await getOwnProduct(ctx, acting, id));
}

/** Returns whether an edit would change a product. Throws what the edit would throw, and writes nothing. */
export async function checkEdit(ctx: UserContext, { id, data }: Row<Product>, edit: EditProduct): Promise<boolean> {
  const tree = await treeKnowing(ctx, edit.categories ?? []);
  const edited = withEdit(data, edit, { tree, pictures: await picturesIn(ctx.data, data, edit) }, ctx.env);
  if (canonicalJson(edited) === canonicalJson(data)) return false;
  assertEditable(data, edit.version);
  if (edited.sku !== data.sku) await assertSkuFree(ctx.data, data.vendorId, edited.sku, id);
  return true;
}

/** Writes an edit and returns the product as it is stored then, or null when nothing changes. */
async function writeEdit(
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

  const edited = withEdit(before, edit, { tree, pictures: await picturesIn(t, before, edit) }, ctx.env);
  const isLowAtNew = level !== undefined && edit.lowAt !== undefined && level.data.lowAt !== edit.lowAt;
  if (edit.categories) edited.categoryIds = await currentCategories(t, edited.categoryIds);
  if (canonicalJson(edited) === canonicalJson(before) && !isLowAtNew) return null;
  if (edited.sku !== before.sku) await assertSkuFree(t, vendor.id, edited.sku, id);
  if (edited.fulfilment !== before.fulfilment) await assertSharedFulfilment(t, before);

  await changePictures(t, { vendorId: vendor.id, before, after: edited }, now);
  const at = now.toISOString();
  const isFirst = edited.status === 'published' && before.publishedAt === null;
  const after = { ...edited, ...(isFirst && { publishedAt: at }), version: before.version + 1, updatedAt: at };
  t.set(Products, id, after);
  if (after.sku !== before.sku) {
    freeSku(t, before);
    claimSku(t, after, id, at);
  }
  if (isLowAtNew) writeLowAt(t, level, edit.lowAt ?? null, at);
  promiseIndexing(t, id, now);
  recordProductAct(
    t,
    ctx,
    { acting, vendor },
    {
      action: 'product.changed',
      productId: id,
      title: after.title,
      ...factsOf(before, edited, isLowAtNew ? { before: level.data.lowAt, after: edit.lowAt ?? null } : null),
      reason: edit.reason,
      changeId: String(after.version),
      now,
    },
  );
  return canonicalJson(after);
}

/** Throws for a product that is blocked or has another version than the caller has seen. */
export function assertEditable(product: Product, version: number | undefined): void {
  if (version !== undefined && version !== product.version)
    throw conflict('The product was changed in the meantime. Reload it and try again', {
      code: 'StaleVersion',
      details: { version: String(product.version) },
    });
  if (product.status === 'blocked')
    throw conflict('This product is blocked. It can be edited after it is restored', { code: 'ProductBlocked' });
}

const picturesIn = async (
  reader: Reader,
  { vendorId, images }: Product,
  edit: EditProduct,
): Promise<Pictures | null> => (edit.images ? resolveImages(reader, vendorId, edit.images, images) : null);

type Named = { readonly tree: CategoryTree; readonly pictures: Pictures | null };

/** Returns a product with the fields of an edit. Throws with every field that the edit makes wrong. */
function withEdit(before: Product, edit: EditProduct, { tree, pictures }: Named, env: UserContext['env']): Product {
  const { categories, images: ____, lowAt: _, version: __, reason: ___, ...given } = edit;
  const found = categories && resolveCategories(tree, categories);
  const after: Product = {
    ...before,
    ...given,
    ...(given.title !== undefined && given.title !== before.title && { slug: slugOf(given.title) }),
    ...(found && { categoryIds: found.ids }),
    ...(pictures && { images: pictures.images }),
  };
  // A flaw from before, such as a currency without a rate, must not keep its vendor from hiding the product.
  const earlier = flawsToStore(before, env);
  const added = Object.entries(flawsToStore(after, env)).filter(
    ([field, flaw]) => earlier[field] !== flaw || (field.split('.')[0] ?? '') in edit,
  );
  const flaws = { ...found?.flaws, ...pictures?.flaws, ...Object.fromEntries(added) };
  if (Object.keys(flaws).length > 0) throw invalid('The product is not valid', flaws);
  return after;
}

const recorded = ['status', 'priceMinor', 'currency', 'compareAtMinor', 'fulfilment'] as const;

/** Returns what an audit row keeps of an edit: the names of the changed fields, and values that are no texts. */
function factsOf(
  before: Product,
  after: Product,
  lowAt: { readonly before: number | null; readonly after: number | null } | null,
): { readonly before: AuditFacts; readonly after: AuditFacts } {
  const names = (Object.keys(after) as (keyof Product)[]).filter(
    (name) => canonicalJson({ value: before[name] }) !== canonicalJson({ value: after[name] }),
  );
  const kept = recorded.filter((name) => names.includes(name));
  const valuesOf = (product: Product) => Object.fromEntries(kept.map((name) => [name, product[name]]));
  const fields = [...names, ...(lowAt ? ['lowAt'] : [])].join(',');
  return {
    before: { ...valuesOf(before), ...(lowAt && { lowAt: lowAt.before }) },
    after: { fields, ...valuesOf(after), ...(lowAt && { lowAt: lowAt.after }) },
  };
}
