import { from, type Query } from '#lib/data/query.ts';
import type { ProductFile } from '#lib/store/schemas/product-file.ts';
import { ProductFiles } from './collections.ts';

/** All files of a product, the first upload first: also removed ones and uploads that have not ended. */
export const filesOfProduct = (productId: string, limit: number): Query<ProductFile> =>
  from(ProductFiles).where('productId', '==', productId).orderBy('createdAt').limit(limit);

/** Files that cleanup removes, the longest expired first. */
export const filesDue = (at: string, limit: number): Query<ProductFile> =>
  from(ProductFiles).where('expiresAt', '<=', at).orderBy('expiresAt').limit(limit);
