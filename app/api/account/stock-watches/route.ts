import { defineRoute } from '#lib/api/define-route.ts';
import { stockWatchList } from '#lib/store/schemas/shoppers/stock-watch.ts';
import { listWatches } from '#lib/store/watches/stock-watches.ts';

export const GET = defineRoute({
  summary: 'List the sold-out products that the user waits for, the latest first',
  auth: 'session',
  rateLimit: 'wishlist',
  response: stockWatchList,
  handler: ({ ctx }) => listWatches(ctx),
});
