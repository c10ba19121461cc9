import { collection } from '#lib/data/collection.ts';
import { wishlist } from '#lib/store/schemas/shoppers/wishlist.ts';

/** The wishlists. The id is that of the user. */
export const Wishlists = collection('wishlists', {
  label: 'Wishlist',
  schema: wishlist,
  indexes: [],
});
