import { from, type Query } from '#lib/data/query.ts';
import type { StockWatch } from '#lib/store/schemas/shoppers/stock-watch.ts';
import { StockWatches } from './collections.ts';

/** The watches of a product that began by then, the longest waiting first. */
export const watchesOfProduct = (productId: string, until: string, limit: number): Query<StockWatch> =>
  from(StockWatches)
    .where('productId', '==', productId)
    .where('createdAt', '<=', until)
    .orderBy('createdAt')
    .limit(limit);

/** The watches of a user, newest first. */
export const watchesOfUser = (userId: string, limit: number): Query<StockWatch> =>
  from(StockWatches).where('userId', '==', userId).orderBy('createdAt', 'desc').limit(limit);
