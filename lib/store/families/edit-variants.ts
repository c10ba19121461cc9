import type { UserContext } from '#lib/context/context.ts';
import { canonicalJson } from '#lib/core/canonical-json.ts';
import { AppError, invalid, notFound } from '#lib/core/errors.ts';
import { nextTurn } from '#lib/core/turns.ts';
import { enqueue } from '#lib/data/outbox.ts';
import type { Row, Tx } from '#lib/data/store.ts';
import type { CategoryTree } from '#lib/store/catalog/category-tree.ts';
import { catalogIndexManyTopic } from '#lib/store/catalog/topics.ts';
import { ProductFamilies, Products, StockLevels, Vendors } from '#lib/store/collections.ts';
import { recordProductAct } from '#lib/store/products/product-acts.ts';
import {
  assertEditable,
  factsOfEdit,
  type PlannedEdit,
  planEdit,
  readNamed,
  withEdit,
  writeEdit,
} from '#lib/store/products/product-edit.ts';
import { treeKnowing } from '#lib/store/products/product-fields.ts';
import { planPicturesOfMany } from '#lib/store/products/product-pictures.ts';
import { assertSkuFree } from '#lib/store/products/product-skus.ts';
import { getOwnProduct, vendorProductOf } from '#lib/store/products/vendor-product.ts';
import type { Product } from '#lib/store/schemas/product.ts';
import type { EditProduct } from '#lib/store/schemas/product-input.ts';
import type { StockLevel } from '#lib/store/schemas/stock.ts';
import type { VendorProduct } from '#lib/store/schemas/vendor-product.ts';
import { laneOf } from '#lib/store/stock/counters.ts';
import { type Acting, assertActsIn, assertReason } from '#lib/store/vendors/acting-vendor.ts';

/** Sixty variants, each with its level and its record, leave room for this many pictures in one transaction. */
const MAX_CHANGED_PICTURES = 300;
const READ_AT_ONCE = 5;

type Editing = {
  readonly acting: Acting;
  readonly id: string;
  readonly edit: EditProduct;
  readonly tree: CategoryTree;
  readonly now: Date;
};

/** One of the products that an edit has changed, as it is stored then. */
type Written = { readonly id: string; readonly product: string };

/**
 * Writes the fields of an edit to a product and to all its variants in one transaction; `sku` to the product alone. It
 * refuses and notifies as `editOwnProduct` does, and `version` is that of the product. One blocked variant, or one that
 * the edit would make wrong, keeps all of them as they are.
 */
export async function editVariants(
  ctx: UserContext,
  acting: Acting,
  id: string,
  edit: EditProduct,
): Promise<VendorProduct> {
  assertReason(acting, edit.reason);
  const tree = await treeKnowing(ctx, edit.categories ?? []);
  const editing = { acting, id, edit, tree, now: ctx.now() };
  const { familyId } = (await getOwnProduct(ctx, acting, id)).data;
  const lanes = await lanesOf(ctx, id, familyId, edit);
  let written: Written | null = null;
  await ctx.data.tx(
    async (t) => {
      // Firestore may repeat an applied commit. This run then finds its own edit.
      if (written && canonicalJson((await t.need(Products, written.id)).data) === written.product) return;
      written = await editOnce(t, ctx, editing);
    },
    { lane: lanes },
  );
  return vendorProductOf(ctx, await getOwnProduct(ctx, acting, id));
}

/** Returns the lanes that changes of these products take. A variant that joins meanwhile is found by the transaction. */
async function lanesOf({ data }: UserContext, id: string, familyId: string | null, { lowAt }: EditProduct) {
  const family = familyId === null ? undefined : await data.get(ProductFamilies, familyId);
  const ids = family?.data.members.map(({ productId }) => productId) ?? [id];
  return ids.map((productId) => (lowAt === undefined ? `${Products.name}/${productId}` : laneOf(productId)));
}

/** Writes an edit and returns one of the products that it changes, as it is stored then. Null when nothing changes. */
async function editOnce(t: Tx, ctx: UserContext, { acting, id, edit, tree, now }: Editing): Promise<Written | null> {
  const row = await t.get(Products, id);
  if (!row) throw notFound(Products.label, id, { code: 'NOT_FOUND' });
  const vendor = await t.need(Vendors, row.data.vendorId);
  assertActsIn(acting, vendor, Products.label, id);
  assertEditable(row.data, edit.version);

  const rows = await variantsOf(t, row);
  const known = rows.flatMap(({ data }) => data.images);
  const named = await readNamed(t, { vendorId: vendor.id, known }, edit, tree);
  const levels = edit.lowAt === undefined ? new Map<string, Row<StockLevel>>() : await levelsOf(t, rows);
  const { sku: _, ...shared } = edit;
  const plans: PlannedEdit[] = [];
  for (const variant of rows) {
    await nextTurn();
    const own = variant.id === id ? edit : shared;
    const edited = inVariant(variant.id, () => {
      assertEditable(variant.data, undefined);
      return withEdit(variant.data, own, named, ctx.env);
    });
    const planned = planEdit(variant, edited, own, levels.get(variant.id), now);
    if (planned) plans.push(planned);
  }
  const [first] = plans;
  if (!first) return null;
  const ofNumber = plans.find(({ before, after }) => before.sku !== after.sku);
  if (ofNumber) await assertSkuFree(t, vendor.id, ofNumber.after.sku, id);

  const countPictures = await planPicturesOfMany(t, vendor.id, plans, MAX_CHANGED_PICTURES, now);
  countPictures(t);
  for (const [i, planned] of plans.entries()) {
    await nextTurn();
    const { after } = planned;
    writeEdit(t, planned);
    recordProductAct(
      t,
      ctx,
      { acting, vendor },
      {
        action: 'product.changed',
        productId: planned.id,
        title: after.title,
        ...factsOfEdit(planned),
        reason: edit.reason,
        changeId: String(after.version),
        notifies: i === 0,
        now,
      },
    );
  }
  enqueue(t, catalogIndexManyTopic, { productIds: plans.map((planned) => planned.id) }, { now });
  return { id: first.id, product: canonicalJson(first.after) };
}

/** Returns all variants of a product, itself included, in the order of the family. */
async function variantsOf(t: Tx, row: Row<Product>): Promise<readonly Row<Product>[]> {
  const { familyId } = row.data;
  const family = familyId === null ? undefined : await t.get(ProductFamilies, familyId);
  if (!family) throw invalid('The body is not valid', { applyTo: 'must be product: this one has no variants' });
  const ids = family.data.members.map(({ productId }) => productId);
  const variants: Row<Product>[] = [];
  // Sixty long descriptions at once would hold the event loop longer than one request may.
  for (let at = 0; at < ids.length; at += READ_AT_ONCE) {
    const found = await t.getMany(Products, ids.slice(at, at + READ_AT_ONCE));
    variants.push(...found.filter((variant) => variant !== undefined));
    await nextTurn();
  }
  return variants;
}

async function levelsOf(t: Tx, rows: readonly Row<Product>[]): Promise<ReadonlyMap<string, Row<StockLevel>>> {
  const levels = await t.getMany(
    StockLevels,
    rows.map(({ id }) => id),
  );
  return new Map(levels.flatMap((level) => (level ? [[level.id, level] as const] : [])));
}

/** Adds to a refusal which variant it is about. */
function inVariant<T>(productId: string, check: () => T): T {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { name, message, facts } = error;
    throw new AppError(name, message, { ...facts, details: { ...facts.details, productId } });
  }
}
