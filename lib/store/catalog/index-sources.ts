import type { Context } from '#lib/context/context.ts';
import type { Reader, Row } from '#lib/data/store.ts';
import { Products, Vendors } from '#lib/store/collections.ts';
import { familiesOf } from '#lib/store/families/family-views.ts';
import { isListed } from '#lib/store/products/listing.ts';
import type { Family } from '#lib/store/schemas/family.ts';
import type { Product } from '#lib/store/schemas/product.ts';
import type { Vendor } from '#lib/store/schemas/vendor.ts';
import { findStock } from '#lib/store/stock/totals.ts';
import type { Indexable } from './catalog-entry.ts';
import { categoryTree, freshCategoryTree } from './categories.ts';

/** Everything that the entry of a product is built from. The stamp changes with any part of it. */
export type IndexSource = {
  readonly id: string;
  readonly product: Row<Product> | undefined;
  readonly vendor: Row<Vendor> | undefined;
  readonly family: Row<Family> | undefined;
  readonly available: number;
  readonly stamp: string;
};

/** Reads what the entries of these products are built from, in the order of the ids. */
export async function readSources(data: Reader, productIds: readonly string[]): Promise<IndexSource[]> {
  const [products, stocks] = await Promise.all([data.getMany(Products, productIds), findStock(data, productIds)]);
  const vendorIds = [...new Set(products.flatMap((row) => row?.data.vendorId ?? []))];
  const [vendorRows, families] = await Promise.all([
    data.getMany(Vendors, vendorIds),
    familiesOf(
      data,
      products.map((row) => row?.data),
    ),
  ]);
  const vendors = new Map(vendorRows.map((row) => [row?.id, row]));
  return productIds.map((id, i) => {
    const [product, stock] = [products[i], stocks[i]];
    const vendor = product && vendors.get(product.data.vendorId);
    const family = families.get(product?.data.familyId ?? '');
    const stamp = [product, stock, vendor, family].map((row) => row?.version).join();
    return { id, product, vendor, family, available: stock?.available ?? 0, stamp };
  });
}

/** Returns those of the products that the catalog lists, as their entries show them. */
export const listedAmong = (sources: readonly IndexSource[], env: Context['env']): Indexable[] =>
  sources.flatMap(({ id, product, vendor, family, available }) =>
    product && vendor && isListed(product.data, vendor.data, env)
      ? [{ id, product: product.data, vendorName: vendor.data.name, available, family: family?.data }]
      : [],
  );

/** Returns the category tree. Reads it again when it does not contain a category of these products yet. */
export async function treeFor(ctx: Context, items: readonly Indexable[]) {
  const tree = await categoryTree(ctx);
  const isKnown = items.every(({ product }) => product.categoryIds.every((id) => tree.byId.has(id)));
  return isKnown ? tree : freshCategoryTree(ctx);
}
