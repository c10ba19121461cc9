import { z } from 'zod';
import { defineRoute } from '#lib/api/define-route.ts';
import { idText } from '#lib/core/ids.ts';
import { wishlistView } from '#lib/store/schemas/shoppers/wishlist.ts';
import { addWish, removeWish } from '#lib/store/wishlist/wishlists.ts';

const params = z.object({ productId: idText });

export const PUT = defineRoute({
  summary: 'Put a product on the own wishlist',
  auth: 'session',
  rateLimit: 'wishlist',
  params,
  response: wishlistView,
  handler: ({ ctx, params: { productId } }) => addWish(ctx, productId),
});

export const DELETE = defineRoute({
  summary: 'Take a product off the own wishlist',
  auth: 'session',
  rateLimit: 'wishlist',
  params,
  response: wishlistView,
  handler: ({ ctx, params: { productId } }) => removeWish(ctx, productId),
});
