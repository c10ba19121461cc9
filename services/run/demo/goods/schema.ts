import { z } from 'zod';
import { product } from '#lib/store/schemas/product.ts';
import { demoCategoryKeys, demoVendorKeys } from '#services/run/demo/values.ts';

const { slug, title, description, priceMinor, attributes, sold30d } = product.shape;
const texts = z.strictObject({ title, description: description.min(1) });
const names = z.strictObject({ en: title, uk: title, ru: title });

const listing = z.strictObject({
  /** It also names the pictures in `public/demo`. */
  slug,
  vendor: z.enum(demoVendorKeys),
  priceMinor,
  currency: z.enum(['UAH', 'EUR']),
  compareAtMinor: priceMinor.exactOptional(),
  stock: z.int().nonnegative(),
  /** Set, so that sorting by sales shows a difference. */
  sold30d,
  en: texts,
  uk: texts,
  ru: texts,
  attributes: attributes.min(1),
});

/** `categories.json`, and the goods of each category: the file that has its name. */
export const demoGoodsSchema = z.strictObject({
  categories: z.record(z.enum(demoCategoryKeys), names),
  goods: z.record(z.enum(demoCategoryKeys), z.array(listing).min(1)),
});
