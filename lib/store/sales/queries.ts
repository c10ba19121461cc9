import { type Cursor, from, type Query } from '#lib/data/query.ts';
import { ProductDays, Products } from '#lib/store/collections.ts';
import type { Product } from '#lib/store/schemas/product.ts';
import type { ProductDay } from '#lib/store/schemas/sales.ts';

/** What was sold on a day, of all products. */
export const soldOn = (date: string, limit: number, after?: Cursor): Query<ProductDay> =>
  from(ProductDays).where('date', '==', date).limit(limit).after(after);

/** The days of a product from `first` on. There are at most sixty. */
export const daysOfProduct = (productId: string, first: string): Query<ProductDay> =>
  from(ProductDays).where('productId', '==', productId).where('date', '>=', first).orderBy('date').limit(100);

/** The days of a vendor's products from `first` on, the oldest first. */
export const daysOfGoods = (vendorId: string, first: string, limit: number, after?: Cursor): Query<ProductDay> =>
  from(ProductDays)
    .where('vendorId', '==', vendorId)
    .where('date', '>=', first)
    .orderBy('date')
    .limit(limit)
    .after(after);

/** The products of a vendor by what they sold in thirty days, the most sold first. */
export const bestSellersOf = (vendorId: string, limit: number): Query<Product> =>
  from(Products).where('vendorId', '==', vendorId).orderBy('sold30d', 'desc').limit(limit);
