import { defineRoute } from '#lib/api/define-route.ts';
import { wishlistView } from '#lib/store/schemas/shoppers/wishlist.ts';
import { wishlistOf } from '#lib/store/wishlist/wishlists.ts';

export const GET = defineRoute({
  summary: 'Read the own wishlist, the latest product first',
  auth: 'session',
  rateLimit: 'wishlist',
  response: wishlistView,
  handler: ({ ctx }) => wishlistOf(ctx),
});
