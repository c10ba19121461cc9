import { type Cursor, from, type Query } from '#lib/data/query.ts';
import { Categories, CategorySlugs, Products, StockLevels, Vendors } from '#lib/store/collections.ts';
import type { Category } from '#lib/store/schemas/category.ts';
import type { Product } from '#lib/store/schemas/product.ts';
import type { StockLevel } from '#lib/store/schemas/stock.ts';
import type { Vendor } from '#lib/store/schemas/vendor.ts';
import type { VendorStatus } from '#lib/store/values.ts';

export const categoriesByPosition = (limit: number, after?: Cursor): Query<Category> =>
  from(Categories).orderBy('position').limit(limit).after(after);

/** The current and the former slugs of a category. */
export const slugsOfCategory = (categoryId: string) =>
  from(CategorySlugs).where('categoryId', '==', categoryId).limit(500);

/** Products of any status that are filed under exactly this category, newest first. */
export const productsInCategory = (categoryId: string): Query<Product> =>
  from(Products).where('categoryIds', 'has', categoryId).orderBy('createdAt', 'desc');

export const vendorWithSlug = (slug: string): Query<Vendor> => from(Vendors).where('slug', '==', slug).limit(1);

/** Vendors of any status, in the order of their ids. */
export const everyVendor = (limit: number, after?: Cursor): Query<Vendor> => from(Vendors).limit(limit).after(after);

/** Newest first. */
export const vendorsInStatus = (status: VendorStatus, limit: number, after?: Cursor): Query<Vendor> =>
  from(Vendors).where('status', '==', status).orderBy('createdAt', 'desc').limit(limit).after(after);

/** Products of any status, newest first. The index is rebuilt from this list. */
export function productsNewestFirst(
  { vendorId }: { readonly vendorId?: string },
  limit: number,
  after?: Cursor,
): Query<Product> {
  const all = from(Products);
  const query = vendorId === undefined ? all : all.where('vendorId', '==', vendorId);
  return query.orderBy('createdAt', 'desc').limit(limit).after(after);
}

/** Stock levels by their last change, newest first. Availability is updated from this list. */
export const levelsChangedLast = (limit: number, after?: Cursor): Query<StockLevel> =>
  from(StockLevels).orderBy('updatedAt', 'desc').limit(limit).after(after);
