import { defineRoute } from '#lib/api/define-route.ts';
import { mergeWishlistInput, wishlistView } from '#lib/store/schemas/shoppers/wishlist.ts';
import { mergeWishes } from '#lib/store/wishlist/wishlists.ts';

export const POST = defineRoute({
  summary: 'Add the products of a guest’s list to the own wishlist',
  auth: 'session',
  rateLimit: 'wishlist',
  body: mergeWishlistInput,
  response: wishlistView,
  handler: ({ ctx, body }) => mergeWishes(ctx, body.ids),
});
