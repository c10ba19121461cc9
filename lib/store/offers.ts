import type { Reader } from '#lib/data/store.ts';
import { Products, Vendors } from './collections.ts';
import type { Product } from './schemas/product.ts';
import type { Vendor } from './schemas/vendor.ts';

/** A product with its seller, as a buyer's call finds them. */
export type Offer = {
  readonly id: string;
  readonly product: Product;
  readonly vendor: Vendor | null;
  /** Published, by an approved vendor: anything else cannot be bought. */
  readonly isListed: boolean;
};

/** The offers behind these products; an id that never existed is not in the answer. */
export async function offersOf(reader: Reader, productIds: readonly string[]): Promise<ReadonlyMap<string, Offer>> {
  const products = (await reader.getMany(Products, productIds)).filter((row) => row !== undefined);
  const vendorIds = [...new Set(products.map(({ data }) => data.vendorId))];
  const vendors = new Map(
    (await reader.getMany(Vendors, vendorIds)).flatMap((row) => (row ? [[row.id, row.data] as const] : [])),
  );
  return new Map(
    products.map(({ id, data: product }) => {
      const vendor = vendors.get(product.vendorId) ?? null;
      return [id, { id, product, vendor, isListed: product.status === 'published' && vendor?.status === 'approved' }];
    }),
  );
}
