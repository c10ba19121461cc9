import type { Runtime } from '#lib/context/runtime.ts';
import { Products, Vendors } from '#lib/store/collections.ts';
import type { Product } from '#lib/store/schemas/product.ts';
import type { Vendor } from '#lib/store/schemas/vendor.ts';
import { writeInitialStock } from '#lib/store/stock/movements.ts';

export const TEST_VENDOR_ID = 'vnd_test';

type World = Pick<Runtime, 'data' | 'now'>;

/** Inserts an approved vendor, with the fields of the patch replaced. */
export async function addVendor({ data, now }: World, id: string, patch: Partial<Vendor> = {}): Promise<void> {
  const at = now().toISOString();
  await data.set(Vendors, id, {
    ownerId: null,
    name: `Vendor ${id}`,
    slug: id.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'),
    about: '',
    country: 'UA',
    contactEmail: 'vendor@plaza.test',
    status: 'approved',
    procedureNumber: null,
    commissionBps: null,
    payout: null,
    payoutLast4: null,
    approvedAt: at,
    createdAt: at,
    updatedAt: at,
    ...patch,
  });
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
    write.set(Products, id, {
      vendorId: TEST_VENDOR_ID,
      slug: id.toLowerCase(),
      title: `The ${id}`,
      description: '',
      translations: {},
      priceMinor: 10_000,
      currency: 'UAH',
      prices: {},
      compareAtMinor: null,
      categoryIds: ['cat_test'],
      attributes: [],
      images: [],
      sku: null,
      fulfilment: 'physical',
      status: 'published',
      rating: { sum: 0, count: 0 },
      sold30d: 0,
      version: 0,
      createdAt: at,
      updatedAt: at,
      ...patch,
    });
    writeInitialStock(write, id, { units, at });
  });
}

/** Fills a shop with one approved vendor and the given units of each product: `await stockShop(ctx, { mug: 1 })`. */
export async function stockShop(ctx: World, units: Readonly<Record<string, number>>): Promise<void> {
  await addVendor(ctx, TEST_VENDOR_ID);
  await Promise.all(Object.entries(units).map(([id, count]) => addProduct(ctx, id, count)));
}
