import type { Context } from '#lib/context/context.ts';
import { notFound } from '#lib/core/errors.ts';
import type { Row } from '#lib/data/store.ts';
import { categoryTree, toCategoryRef } from '#lib/store/catalog/categories.ts';
import type { CategoryTree } from '#lib/store/catalog/category-tree.ts';
import { shownRating } from '#lib/store/catalog/listed-products.ts';
import { Products, Vendors } from '#lib/store/collections.ts';
import { familiesOf } from '#lib/store/families/family-views.ts';
import { shownOptions } from '#lib/store/families/option-texts.ts';
import { currentFilesOf } from '#lib/store/files/product-files.ts';
import type { Family } from '#lib/store/schemas/family.ts';
import type { Product } from '#lib/store/schemas/product.ts';
import type { ProductFileView } from '#lib/store/schemas/product-file.ts';
import type { Vendor } from '#lib/store/schemas/vendor.ts';
import type { OwnStock, VendorProduct } from '#lib/store/schemas/vendor-product.ts';
import { findStock } from '#lib/store/stock/totals.ts';
import { type Acting, assertActsFor } from '#lib/store/vendors/acting-vendor.ts';
import { unlistedBecause } from './listing.ts';

type Found = {
  readonly id: string;
  readonly product: Product;
  readonly vendor: Pick<Vendor, 'status'> | undefined;
  readonly stock: OwnStock | undefined;
  /** The family of a variant. */
  readonly family?: Family | undefined;
  readonly files?: readonly ProductFileView[] | undefined;
};

const NO_STOCK: OwnStock = { onHand: 0, held: 0, available: 0, lowAt: null };

/** Returns a product as its vendor sees it, in the caller's language. */
export function toVendorProduct(
  { env, locale }: Pick<Context, 'env' | 'locale'>,
  { id, product, vendor, stock = NO_STOCK, family, files = [] }: Found,
  tree: CategoryTree,
): VendorProduct {
  const { categoryIds, familyId, optionValues, fileIds: _, rating, ...given } = product;
  const because = unlistedBecause(product, vendor, env);
  return {
    ...given,
    id,
    listed: because === null,
    unlistedBecause: because,
    categories: categoryIds.flatMap((categoryId) => {
      const node = tree.byId.get(categoryId);
      return node ? [{ ...toCategoryRef(node, locale), hidden: node.isHidden }] : [];
    }),
    stock: { onHand: stock.onHand, held: stock.held, available: stock.available, lowAt: stock.lowAt },
    rating: shownRating(rating),
    family: familyId === null ? null : { id: familyId, options: shownOptions(family, optionValues, locale) },
    files: [...files],
  };
}

/** Returns products as their vendors see them, with their current stock, in the order of the rows. */
export async function toVendorProducts(ctx: Context, rows: readonly Row<Product>[]): Promise<VendorProduct[]> {
  const ids = rows.map(({ id }) => id);
  const vendorIds = [...new Set(rows.map(({ data }) => data.vendorId))];
  const products = rows.map(({ data }) => data);
  const [stocks, vendors, tree, families, files] = await Promise.all([
    findStock(ctx.data, ids),
    ctx.data.getMany(Vendors, vendorIds),
    categoryTree(ctx),
    familiesOf(ctx.data, products),
    currentFilesOf(ctx, products),
  ]);
  const vendorOf = new Map(vendors.map((row) => [row?.id, row?.data]));
  return rows.map(({ id, data: product }, at) =>
    toVendorProduct(
      ctx,
      {
        ...{ id, product, vendor: vendorOf.get(product.vendorId), stock: stocks[at], files: files[at] },
        family: families.get(product.familyId ?? '')?.data,
      },
      tree,
    ),
  );
}

/** Returns a product that the caller acts for. Throws NotFound for any other, as for a missing one. */
export async function getOwnProduct({ data }: Context, acting: Acting, id: string): Promise<Row<Product>> {
  const row = await data.get(Products, id);
  if (!row) throw notFound(Products.label, id, { code: 'NOT_FOUND' });
  assertActsFor(acting, row.data.vendorId, Products.label, id);
  return row;
}

/** Returns one product as its vendor sees it. */
export async function vendorProductOf(ctx: Context, row: Row<Product>): Promise<VendorProduct> {
  const [view] = await toVendorProducts(ctx, [row]);
  if (!view) throw notFound(Products.label, row.id, { code: 'NOT_FOUND' });
  return view;
}
