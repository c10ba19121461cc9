import type { Context } from '#lib/context/context.ts';
import { conflict, notFound } from '#lib/core/errors.ts';
import { ID_PATTERN } from '#lib/core/id-pattern.ts';
import { enqueue } from '#lib/data/outbox.ts';
import type { Reader, Row, Writer } from '#lib/data/store.ts';
import { shownAvailable } from '#lib/store/catalog/catalog-entry.ts';
import { categoryPath, categoryRefs, categoryTree } from '#lib/store/catalog/categories.ts';
import { shownRating } from '#lib/store/catalog/listed-products.ts';
import { catalogIndexManyTopic, INDEXED_AT_ONCE, promiseIndexing } from '#lib/store/catalog/topics.ts';
import { Products, Vendors } from '#lib/store/collections.ts';
import { findFamilyOnPage } from '#lib/store/families/family-choices.ts';
import type { PublicProduct } from '#lib/store/schemas/catalog.ts';
import type { Product } from '#lib/store/schemas/product.ts';
import { writeInitialStock } from '#lib/store/stock/movements.ts';
import { findStock } from '#lib/store/stock/totals.ts';
import { compareAtIn, MAIN_CURRENCY, priceIn } from './currencies.ts';
import { isListed } from './listing.ts';
import { assertSound, draftProduct, type NewProduct, type ProductDraft } from './product-draft.ts';
import { changePictures, planPictures } from './product-pictures.ts';
import { assertSkuFree, claimSku } from './product-skus.ts';
import { textsIn } from './product-texts.ts';

/**
 * Creates a product with its stock, the first stock move and its article number, in one transaction. The catalog
 * shows it moments later. Throws SkuTaken for an article number that its vendor has used.
 */
export async function createProduct(ctx: Context, input: NewProduct): Promise<{ id: string; product: Product }> {
  const draft = draftProduct(ctx, await categoryTree(ctx), input);
  const now = ctx.now();
  const { sku, vendorId } = draft.product;

  await ctx.data.tx(async (t) => {
    await Promise.all([t.need(Vendors, vendorId), assertSkuFree(t, vendorId, sku, draft.id)]);
    writeProduct(t, draft, ctx.user?.id ?? null, now);
    promiseIndexing(t, draft.id, now);
  });
  return { id: draft.id, product: draft.product };
}

/**
 * Creates many products, a hundred per commit. For seeds and imports, whose vendors exist and whose article numbers
 * differ.
 */
export async function createProducts(ctx: Context, inputs: readonly NewProduct[]): Promise<string[]> {
  const tree = await categoryTree(ctx);
  const now = ctx.now();
  const ids: string[] = [];
  for (let at = 0; at < inputs.length; at += INDEXED_AT_ONCE) {
    const drafts = inputs.slice(at, at + INDEXED_AT_ONCE).map((input) => draftProduct(ctx, tree, input));
    const productIds = drafts.map(({ id }) => id);
    await ctx.data.batch((write) => {
      for (const draft of drafts) writeProduct(write, draft, ctx.user?.id ?? null, now);
      enqueue(write, catalogIndexManyTopic, { productIds }, { now });
    });
    ids.push(...productIds);
  }
  return ids;
}

/**
 * Returns a product as its public page shows it, with its current stock. Throws NotFound when it is not listed or its
 * vendor is not approved, for every caller.
 */
export async function getPublicProduct(ctx: Context, id: string, currency = MAIN_CURRENCY): Promise<PublicProduct> {
  if (!ID_PATTERN.test(id)) throw notFound(Products.label, id, { code: 'NOT_FOUND' });
  const [row, [stock], tree] = await Promise.all([
    ctx.data.get(Products, id),
    findStock(ctx.data, [id]),
    categoryTree(ctx),
  ]);
  const vendor = row && (await ctx.data.get(Vendors, row.data.vendorId));
  const priceMinor = row && priceIn(row.data, currency, ctx.env);
  if (!row || !vendor || !isListed(row.data, vendor.data, ctx.env) || !priceMinor)
    throw notFound(Products.label, id, { code: 'NOT_FOUND' });

  const { data: product } = row;
  const available = stock ? shownAvailable(stock.available) : 0;
  const variant = await findFamilyOnPage(ctx, { id, product, inStock: available > 0 });
  const images = product.images.map(({ url, alt, width, height }) => ({ url, alt, width, height }));
  const { slug, fulfilment, attributes, sku, createdAt, updatedAt } = product;
  return {
    ...{ id, slug, fulfilment, attributes, sku, createdAt, updatedAt, images, currency, priceMinor, available },
    ...textsIn(product, ctx.locale),
    compareAtMinor: compareAtIn(product, currency, ctx.env),
    image: images[0] ?? null,
    categories: categoryRefs(tree, product.categoryIds, ctx.locale),
    path: categoryPath(tree, product.categoryIds[0] ?? '', ctx.locale),
    vendor: { id: vendor.id, name: vendor.data.name, slug: vendor.data.slug },
    rating: shownRating(variant?.rating ?? product.rating),
    options: variant?.options ?? [],
    family: variant?.family ?? null,
    inStock: available > 0,
  };
}

/** The fields that an edit may change. All others are written by their own functions. */
export type ProductEdit = Partial<
  Omit<Product, 'vendorId' | 'sku' | 'status' | 'rating' | 'sold30d' | 'version' | 'createdAt' | 'updatedAt'>
> & { readonly status?: Exclude<Product['status'], 'blocked'> };

/**
 * Changes a product and enqueues the index update. With `version`, an edit of an older version throws StaleVersion. What
 * moderation has blocked stays as it is until it is restored.
 */
export async function updateProduct(
  ctx: Context,
  id: string,
  { version, ...edit }: ProductEdit & { readonly version?: number },
): Promise<Product> {
  const now = ctx.now();
  return ctx.data.tx(async (t) => {
    const { data: before } = await t.need(Products, id);
    if (version !== undefined && version !== before.version)
      throw conflict('The product was changed in the meantime. Reload it and try again', { code: 'StaleVersion' });
    if (before.status === 'blocked')
      throw conflict('This product is blocked. It can be edited after it is restored', { code: 'ProductBlocked' });
    const at = now.toISOString();
    const publishedAt = before.publishedAt ?? (edit.status === 'published' ? at : null);
    const product: Product = { ...before, ...edit, publishedAt, version: before.version + 1, updatedAt: at };
    assertSound(product, ctx.env);
    await changePictures(t, { vendorId: before.vendorId, before, after: product }, now);
    t.set(Products, id, product);
    promiseIndexing(t, id, now);
    return product;
  });
}

/**
 * Returns what sets the status of a product within the caller's transaction, counts its pictures, and enqueues the index
 * update. A blocked product keeps the reason for its vendor.
 */
export async function planMove(
  t: Reader,
  { id, data: before }: Row<Product>,
  status: Product['status'],
  now: Date,
  blockedReason: string | null = null,
): Promise<(write: Writer) => void> {
  const { vendorId, version } = before;
  const count = await planPictures(t, { vendorId, before, after: { ...before, status } }, now);
  return (write) => {
    write.update(Products, id, { status, blockedReason, version: version + 1, updatedAt: now.toISOString() });
    count(write);
    promiseIndexing(write, id, now);
  };
}

function writeProduct(write: Writer, { id, product, stock }: ProductDraft, actorId: string | null, now: Date): void {
  const at = now.toISOString();
  write.create(Products, id, product);
  writeInitialStock(write, id, { units: stock, actorId, at });
  claimSku(write, product, id, at);
}
