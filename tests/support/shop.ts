import type { Runtime } from '#lib/context/runtime.ts';
import { newId } from '#lib/core/ids.ts';
import { Products, Vendors } from '#lib/store/collections.ts';
import { newProduct } from '#lib/store/products/product-draft.ts';
import type { Product } from '#lib/store/schemas/product.ts';
import type { Vendor } from '#lib/store/schemas/vendor.ts';
import { writeInitialStock } from '#lib/store/stock/movements.ts';
import { newVendor } from '#lib/store/vendors/vendors.ts';

export const TEST_VENDOR_ID = 'vnd_test';

type World = Pick<Runtime, 'data' | 'now'>;

/** Inserts an approved vendor, with the fields of the patch replaced. */
export async function addVendor({ data, now }: World, id: string, patch: Partial<Vendor> = {}): Promise<void> {
  const slug = id.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  const given = { name: `Vendor ${id}`, slug, country: 'UA', contactEmail: 'vendor@plaza.test', ...patch };
  await data.set(Vendors, id, newVendor(given, now().toISOString()));
}

/** Inserts an approved vendor that no other test names, and returns its id. */
export async function addFreshVendor(world: World): Promise<string> {
  const id = newId('vendor');
  await addVendor(world, id);
  return id;
}

/** Inserts a product under a readable id, with its stock and the move that explains it. */
export async function addProduct(
  { data, now }: World,
  id: string,
  units: number,
  patch: Partial<Product> = {},
): Promise<void> {
  const at = now().toISOString();
  await data.batch((write) => {
    const given = {
      title: `The ${id}`,
      slug: id.toLowerCase().replaceAll('_', '-'),
      priceMinor: 10_000,
      categoryIds: ['cat_test'],
    };
    write.set(Products, id, newProduct({ vendorId: TEST_VENDOR_ID, version: 0, ...given, ...patch }, at));
    writeInitialStock(write, id, { units, at });
  });
}

/** Inserts a draft of a vendor under a new id. */
export async function addDraft(world: World, vendorId: string): Promise<string> {
  const id = newId('product');
  await addProduct(world, id, 5, { vendorId, status: 'draft', publishedAt: null });
  return id;
}

/** Fills a shop with one approved vendor and the given units of each product: `await stockShop(ctx, { mug: 1 })`. */
export async function stockShop(ctx: World, units: Readonly<Record<string, number>>): Promise<void> {
  await addVendor(ctx, TEST_VENDOR_ID);
  await Promise.all(Object.entries(units).map(([id, count]) => addProduct(ctx, id, count)));
}
