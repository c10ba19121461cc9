import type { Reader } from '#lib/data/store.ts';
import { Products, Vendors } from '#lib/store/collections.ts';
import { familiesOf } from '#lib/store/families/family-views.ts';
import type { Family } from '#lib/store/schemas/family.ts';
import type { Product } from '#lib/store/schemas/product.ts';
import type { Vendor } from '#lib/store/schemas/vendor.ts';
import { isListed } from './listing.ts';

/** A product with its seller, as a buyer's call reads them. */
export type Offer = {
  readonly id: string;
  readonly product: Product;
  readonly vendor: Vendor | null;
  /** The family of a variant. */
  readonly family: Family | null;
  /** Whether the catalog shows it. Any other product cannot be bought. */
  readonly isListed: boolean;
};

/** Returns the offers of these products. Unknown ids are left out. */
export async function offersOf(
  reader: Reader,
  productIds: readonly string[],
  env: Parameters<typeof isListed>[2],
): Promise<ReadonlyMap<string, Offer>> {
  const products = (await reader.getMany(Products, productIds)).filter((row) => row !== undefined);
  const vendorIds = [...new Set(products.map(({ data }) => data.vendorId))];
  const [vendorRows, families] = await Promise.all([
    reader.getMany(Vendors, vendorIds),
    familiesOf(
      reader,
      products.map(({ data }) => data),
    ),
  ]);
  const vendors = new Map(vendorRows.flatMap((row) => (row ? [[row.id, row.data] as const] : [])));
  return new Map(
    products.map(({ id, data: product }) => {
      const vendor = vendors.get(product.vendorId);
      const family = families.get(product.familyId ?? '')?.data ?? null;
      return [id, { id, product, vendor: vendor ?? null, family, isListed: isListed(product, vendor, env) }];
    }),
  );
}
