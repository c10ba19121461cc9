import { collection } from '#lib/data/collection.ts';
import { stockWatch } from '#lib/store/schemas/shoppers/stock-watch.ts';

/** Who waits for which sold-out product. The id is a hash of user and product. */
export const StockWatches = collection('stock_watches', {
  label: 'Stock watch',
  schema: stockWatch,
  indexes: [
    ['productId', 'createdAt'],
    ['userId', 'createdAt desc'],
  ],
});
