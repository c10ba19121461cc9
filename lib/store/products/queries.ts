import { type Cursor, from, type Query } from '#lib/data/query.ts';
import { Products, StockMovements } from '#lib/store/collections.ts';
import type { Product } from '#lib/store/schemas/product.ts';
import type { StockMovement } from '#lib/store/schemas/stock.ts';

export type OwnFilter = { readonly vendorId: string; readonly status?: Product['status'] };

/** The products of a vendor, in one status or in any. For a count. */
export function countOwnProducts({ vendorId, status }: OwnFilter): Query<Product> {
  const query = from(Products).where('vendorId', '==', vendorId);
  return status === undefined ? query : query.where('status', '==', status);
}

/** The products of a vendor by their last change, newest first. */
export const ownProductsChangedLast = (filter: OwnFilter, limit: number, after?: Cursor): Query<Product> =>
  countOwnProducts(filter).orderBy('updatedAt', 'desc').limit(limit).after(after);

/** What happened to the stock of a product, newest first. */
export const movementsNewestFirst = (productId: string, limit: number, after?: Cursor): Query<StockMovement> =>
  from(StockMovements).where('productId', '==', productId).orderBy('at', 'desc').limit(limit).after(after);
