import type { Context } from '#lib/context/context.ts';
import { before, SECOND_MS } from '#lib/core/time.ts';
import { createCategory } from '#lib/store/catalog/categories.ts';
import type { NewProduct } from '#lib/store/products/product-draft.ts';
import { createProducts } from '#lib/store/products/products.ts';
import { createVendor } from '#lib/store/vendors/vendors.ts';

const CATEGORIES = 20;
const VENDORS = 25;
/** The number of products in one batch. It bounds the memory, however large the catalog is. */
const AT_ONCE = 2_000;

const adjectives = ['Rustic', 'Sleek', 'Modern', 'Tiny', 'Heavy', 'Gentle', 'Bright', 'Quiet', 'Sturdy', 'Classic'];
const nouns = ['lamp', 'chair', 'table', 'mug', 'shelf', 'blanket', 'clock', 'kettle', 'mirror', 'basket'];

export type GeneratedCatalog = {
  readonly productIds: readonly string[];
  readonly categoryIds: readonly string[];
  readonly vendorIds: readonly string[];
};

export type CatalogSize = { readonly products: number; readonly stock?: number };

/**
 * Fills an empty shop by a formula, through the shop's own functions, and waits until the search index has every
 * product. The same formula made the catalogs of the other stores in our comparisons.
 */
export async function generateCatalog(ctx: Context, size: CatalogSize): Promise<GeneratedCatalog> {
  const categoryIds: string[] = [];
  for (let n = 0; n < CATEGORIES; n++) {
    const name = `Category ${n}`;
    categoryIds.push(await createCategory(ctx, { name: { en: name, uk: `Категорія ${n}`, ru: name }, position: n }));
  }
  const vendorIds: string[] = [];
  for (let n = 0; n < VENDORS; n++) {
    const contactEmail = `vendor-${n}@bench.test`;
    vendorIds.push(await createVendor(ctx, { name: `Vendor ${n}`, country: 'UA', contactEmail }));
  }

  const productIds: string[] = [];
  for (let from = 0; from < size.products; from += AT_ONCE) {
    const count = Math.min(AT_ONCE, size.products - from);
    const batch = Array.from({ length: count }, (_, n) => productOf(ctx, from + n, size, { categoryIds, vendorIds }));
    productIds.push(...(await createProducts(ctx, batch)));
  }
  await ctx.drain();
  return { productIds, categoryIds, vendorIds };
}

/** Returns product `i` of the formula. A higher number means a newer product. */
function productOf(
  { now }: Context,
  i: number,
  { products, stock = 1_000_000 }: CatalogSize,
  { categoryIds, vendorIds }: Pick<GeneratedCatalog, 'categoryIds' | 'vendorIds'>,
): NewProduct {
  const title = `${adjectives[i % 10]} ${nouns[Math.floor(i / 10) % 10]} ${i}`;
  const ratings = (i * 31) % 40;
  return {
    title,
    description: `${title}. Made to be used every day and to be repaired when it breaks.`,
    priceMinor: 100 * (5 + ((37 * i) % 495)),
    categories: [categoryIds[i % CATEGORIES] ?? ''],
    vendorId: vendorIds[i % VENDORS] ?? '',
    sku: `SKU-${i}`,
    stock,
    rating: { sum: Math.round(ratings * (3 + ((i * 7) % 20) / 10)), count: ratings },
    sold30d: (i * 7_919) % 1_000,
    createdAt: before(now(), (products - i) * SECOND_MS),
  };
}
