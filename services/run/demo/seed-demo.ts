import { type Context, systemContext } from '#lib/context/context.ts';
import type { Runtime } from '#lib/context/runtime.ts';
import { hashId, newId } from '#lib/core/ids.ts';
import { before, DAY_MS } from '#lib/core/time.ts';
import { HOUSE_VENDOR_ID } from '#lib/payments/values.ts';
import { createCategory } from '#lib/store/catalog/categories.ts';
import { Categories, Products, Vendors } from '#lib/store/collections.ts';
import type { NewProduct } from '#lib/store/products/product-draft.ts';
import { createProducts } from '#lib/store/products/products.ts';
import { createVendor } from '#lib/store/vendors/vendors.ts';
import { type DemoProduct, demoCategories, demoProducts } from './goods/goods.ts';
import { pictureOf, productIdOf, vendorIdOf } from './ids.ts';
import { demoPeople } from './people/people.ts';
import { type DemoVendorKey, demoCategoryKeys, demoVendorKeys } from './values.ts';

const PICTURES = [1, 2] as const;
/** How long the sellers have sold, longer than any of their goods. */
const SELLING_SINCE_DAYS = 400;

/**
 * Creates the sellers, categories and products of a demo shop. Existing rows stay unchanged, so every start may call
 * this function. `owners` are the accounts that own the sellers.
 */
export async function seedDemoCatalog(
  runtime: Runtime,
  owners: Readonly<Partial<Record<DemoVendorKey, string>>>,
): Promise<void> {
  const ctx = systemContext(runtime, newId('request'));
  await seedCategories(ctx);
  await seedVendors(ctx, owners);

  const ids = demoProducts.map(({ slug }) => productIdOf(slug));
  const known = await ctx.data.getMany(Products, ids);
  const missing = demoProducts.filter((_, place) => known[place] === undefined);
  if (missing.length === 0) return;
  await createProducts(
    ctx,
    missing.map((product) => listingOf(ctx, product)),
  );
  ctx.log('info', 'demo.seeded', { products: missing.length });
}

async function seedCategories(ctx: Context): Promise<void> {
  const known = await ctx.data.getMany(
    Categories,
    demoCategoryKeys.map((key) => hashId('category', 'demo', key)),
  );
  for (const [position, slug] of demoCategoryKeys.entries())
    if (!known[position])
      await createCategory(ctx, { id: hashId('category', 'demo', slug), slug, name: demoCategories[slug], position });
}

async function seedVendors(today: Context, owners: Readonly<Partial<Record<DemoVendorKey, string>>>): Promise<void> {
  const since = new Date(before(today.now(), SELLING_SINCE_DAYS * DAY_MS));
  const ctx: Context = { ...today, now: () => since };
  const known = await ctx.data.getMany(Vendors, [HOUSE_VENDOR_ID, ...demoVendorKeys.map(vendorIdOf)]);
  const [house, ...others] = known;
  if (!house) {
    const contactEmail = 'shop@plaza.test';
    await createVendor(ctx, { id: HOUSE_VENDOR_ID, name: 'Plaza', country: 'UA', contactEmail });
  }
  for (const [place, key] of demoVendorKeys.entries()) {
    if (others[place]) continue;
    const { owner: _, ...seller } = demoPeople.sellers[key];
    await createVendor(ctx, {
      ...seller,
      id: vendorIdOf(key),
      contactEmail: `${key}@plaza.test`,
      ownerId: owners[key] ?? null,
    });
  }
}

/**
 * Returns a demo product in the form that the shop's import accepts. Creation dates differ, so that sorting by "newest"
 * mixes the categories.
 */
function listingOf({ now }: Context, product: DemoProduct): NewProduct {
  const { vendor, category, en, uk, ru, ...listing } = product;
  const { slug } = listing;
  const place = demoProducts.indexOf(product);
  return {
    ...listing,
    ...en,
    id: productIdOf(slug),
    vendorId: vendorIdOf(vendor),
    translations: { uk, ru },
    categories: [category],
    images: PICTURES.map((view) => pictureOf(slug, view)),
    sku: `DEMO-${String(place + 1).padStart(3, '0')}`,
    createdAt: before(now(), ((place * 37) % demoProducts.length) * DAY_MS),
  };
}
