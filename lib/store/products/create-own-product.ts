import type { UserContext } from '#lib/context/context.ts';
import { codeOf, invalid } from '#lib/core/errors.ts';
import { newId } from '#lib/core/ids.ts';
import type { Tx } from '#lib/data/store.ts';
import { promiseIndexing } from '#lib/store/catalog/topics.ts';
import { currentCategories } from '#lib/store/categories/current-categories.ts';
import { findAnswer, type OnceCall, onceCall, storeResponse } from '#lib/store/checkout/idempotency.ts';
import { Products, Vendors } from '#lib/store/collections.ts';
import type { Product } from '#lib/store/schemas/product.ts';
import type { CreateProduct } from '#lib/store/schemas/product-input.ts';
import { oneVendorProduct } from '#lib/store/schemas/vendor-product.ts';
import { writeInitialStock } from '#lib/store/stock/movements.ts';
import { type Acting, assertActsIn, assertReason, vendorIdFor } from '#lib/store/vendors/acting-vendor.ts';
import { MAIN_CURRENCY } from './currencies.ts';
import { recordProductAct } from './product-acts.ts';
import { newProduct } from './product-draft.ts';
import { flawsToStore, resolveCategories, treeKnowing } from './product-fields.ts';
import { changePictures, resolveImages } from './product-pictures.ts';
import { assertSkuFree, claimSku } from './product-skus.ts';
import { toVendorProduct } from './vendor-product.ts';

const TRIES = 5;

/** The answer to a creation, the stored one for a repeat. */
export type Created = {
  readonly kind: 'answer';
  readonly status: number;
  readonly body: { readonly product: { readonly id: string } };
  readonly replayed: boolean;
};

/**
 * Creates a product of the caller's vendor with its stock, first stock move and article number, in one transaction.
 * The same Idempotency-Key returns the first answer while it is kept.
 */
export async function createOwnProduct(
  ctx: UserContext,
  acting: Acting,
  input: CreateProduct,
  key: string | undefined,
): Promise<Created> {
  assertMayName(acting, input);
  const once = onceCall('product', ctx.user.id, key, input);
  const repeated = await findAnswer(ctx.data, once);
  if (repeated?.kind === 'answer') return answered(repeated.statusCode, repeated.body, true);

  const draft = await draftOwnProduct(ctx, acting, input);
  for (let tries = 1; ; tries++) {
    try {
      return await ctx.data.tx((t) => writeOnce(t, ctx, { acting, input, once, draft }));
    } catch (error) {
      // A concurrent call has the key or the article number. Another round finds it.
      if (codeOf(error) !== 'EXISTS' || tries >= TRIES) throw error;
    }
  }
}

/** Throws what the creation of a product would throw, and writes nothing. */
export async function checkNewProduct(ctx: UserContext, acting: Acting, input: CreateProduct): Promise<void> {
  assertMayName(acting, input);
  await draftOwnProduct(ctx, acting, input);
}

function assertMayName(acting: Acting, { vendorId, reason }: CreateProduct): void {
  if (vendorId !== undefined && vendorId !== acting.own?.id && !acting.isAdmin)
    throw invalid('The body is not valid', { vendorId: 'is only for administrators' });
  assertReason(acting, reason);
}

/** Resolves an input to a product. Throws with every wrong field. */
async function draftOwnProduct(ctx: UserContext, acting: Acting, input: CreateProduct) {
  const { categories, stock, lowAt, images, vendorId, reason: _, currency = MAIN_CURRENCY, ...given } = input;
  const [ownerId, tree] = await Promise.all([vendorIdFor(ctx, acting, vendorId), treeKnowing(ctx, categories)]);
  const now = ctx.now();
  const found = resolveCategories(tree, categories);
  const pictures = await resolveImages(ctx.data, ownerId, images, []);
  const product: Product = newProduct(
    { ...given, currency, vendorId: ownerId, categoryIds: found.ids, images: pictures.images },
    now.toISOString(),
  );
  const flaws = { ...found.flaws, ...pictures.flaws, ...flawsToStore(product, ctx.env) };
  if (Object.keys(flaws).length > 0) throw invalid('The product is not valid', flaws);
  return { id: newId('product'), product, vendorId: ownerId, tree, stock, lowAt, now };
}

type Writing = {
  readonly acting: Acting;
  readonly input: CreateProduct;
  readonly once: OnceCall | null;
  readonly draft: Awaited<ReturnType<typeof draftOwnProduct>>;
};

async function writeOnce(t: Tx, ctx: UserContext, { acting, input, once, draft }: Writing): Promise<Created> {
  const { id, tree, stock, lowAt, now } = draft;
  const [repeated, vendor, applied] = await Promise.all([
    findAnswer(t, once),
    t.need(Vendors, draft.vendorId),
    t.get(Products, id),
    assertSkuFree(t, draft.vendorId, draft.product.sku, id),
  ]);
  if (repeated?.kind === 'answer') return answered(repeated.statusCode, repeated.body, true);
  assertActsIn(acting, vendor, Vendors.label, vendor.id);
  const product: Product = { ...draft.product, categoryIds: await currentCategories(t, draft.product.categoryIds) };
  const units = { onHand: stock, held: 0, available: stock, lowAt };
  // Parsed like the response, so that a repeat gets exactly what was sent.
  const view = toVendorProduct(ctx, { id, product, vendor: vendor.data, stock: units }, tree);
  const body = oneVendorProduct.parse({ product: view });
  // Firestore may repeat an applied commit. This run then finds its own product.
  if (applied) return answered(201, body, false);

  await changePictures(t, { vendorId: vendor.id, before: null, after: product }, now);
  const at = now.toISOString();
  t.create(Products, id, product);
  writeInitialStock(t, id, { units: stock, lowAt, actorId: ctx.user.id, at });
  claimSku(t, product, id, at);
  promiseIndexing(t, id, now);
  recordProductAct(
    t,
    ctx,
    { acting, vendor },
    {
      action: 'product.created',
      productId: id,
      title: product.title,
      after: { status: product.status, priceMinor: product.priceMinor, currency: product.currency, stock },
      reason: input.reason,
      changeId: 'created',
      now,
    },
  );
  storeResponse(t, once, { orderId: null, at: now, statusCode: 201, body });
  return answered(201, body, false);
}

const answered = (status: number, body: unknown, replayed: boolean): Created => ({
  kind: 'answer',
  status,
  body: oneVendorProduct.parse(body),
  replayed,
});
