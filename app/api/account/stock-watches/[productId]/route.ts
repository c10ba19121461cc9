import { z } from 'zod';
import { defineRoute } from '#lib/api/define-route.ts';
import { idText } from '#lib/core/ids.ts';
import { stockWatchState } from '#lib/store/schemas/shoppers/stock-watch.ts';
import { unwatchStock, watchStock } from '#lib/store/watches/stock-watches.ts';

const params = z.object({ productId: idText });

export const PUT = defineRoute({
  summary: 'Ask for a notification when a sold-out product is back in stock',
  auth: 'session',
  rateLimit: 'wishlist',
  params,
  response: stockWatchState,
  handler: ({ ctx, params: { productId } }) => watchStock(ctx, productId),
});

export const DELETE = defineRoute({
  summary: 'Stop waiting for a sold-out product',
  auth: 'session',
  rateLimit: 'wishlist',
  params,
  response: stockWatchState,
  handler: ({ ctx, params: { productId } }) => unwatchStock(ctx, productId),
});
