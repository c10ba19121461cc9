import { hashId } from '#lib/core/ids.ts';
import type { Product } from '#lib/store/schemas/product.ts';

const PICTURE_SIZE = 1000;

/** The ids of the demo's things follow from their keys, so that every start finds them. */
export const vendorIdOf = (key: string): string => hashId('vendor', 'demo', key);
export const productIdOf = (slug: string): string => hashId('product', 'demo', slug);

/** Returns one of the two pictures of a demo product, which lie in `public/demo`. */
export const pictureOf = (slug: string, view: 1 | 2): Product['images'][number] => ({
  fileId: `demo-${slug}-${view}`,
  url: `/demo/${slug}-${view}.webp`,
  // The title stands beside the picture and says no less.
  alt: '',
  ...{ width: PICTURE_SIZE, height: PICTURE_SIZE },
});
