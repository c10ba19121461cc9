import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { currencyCode, minorUnits } from '#lib/core/money.ts';
import { isoTime } from '#lib/core/time.ts';
import { MOST_FILES } from '#lib/store/limits.ts';
import { fulfilments, productStatuses } from '#lib/store/values.ts';

/** The most units that one product counts. */
export const MAX_UNITS = 1_000_000_000;

const texts = z.object({ title: z.string().min(1).max(160), description: z.string().max(20_000) });
export const priceMinor = minorUnits.min(1);

export const productImage = z.object({
  fileId: idText,
  url: z.string().min(1),
  alt: z.string().max(300),
  width: z.int().min(1),
  height: z.int().min(1),
});
export type ProductImage = z.infer<typeof productImage>;

/** A product. Its stock is stored in `stock_levels`: price, title and stock never share a document. */
export const product = z.object({
  vendorId: idText,
  slug: z.string().regex(/^[a-z0-9-]{1,80}$/),
  title: texts.shape.title,
  description: texts.shape.description,
  translations: z.object({ en: texts.optional(), uk: texts.optional(), ru: texts.optional() }),
  priceMinor,
  currency: currencyCode,
  /** Prices set by hand for other currencies. The rest are converted. */
  prices: z.record(currencyCode, priceMinor),
  compareAtMinor: priceMinor.nullable(),
  categoryIds: z.array(idText).min(1).max(5),
  /** The family it is a variant in, with one value per option in the family's order. */
  familyId: idText.nullable(),
  optionValues: z.array(z.string().max(60)).max(3),
  attributes: z
    .array(z.object({ name: z.string().max(60), value: z.string().max(300), unit: z.string().max(20).optional() }))
    .max(40),
  images: z.array(productImage).max(12),
  sku: z.string().max(64).nullable(),
  fulfilment: z.enum(fulfilments),
  /** The files that new buyers get, in the order of their upload. */
  fileIds: z.array(idText).max(MOST_FILES),
  status: z.enum(productStatuses),
  /** Why moderation has blocked it. Null for any other status. */
  blockedReason: z.string().nullable(),
  /** The first publication. Null: nobody but its vendor has ever seen it. */
  publishedAt: isoTime.nullable(),
  /** The sum and count of the visible reviews. */
  rating: z.object({ sum: z.int().nonnegative(), count: z.int().nonnegative() }),
  sold30d: z.int().nonnegative(),
  version: z.int().nonnegative(),
  createdAt: isoTime,
  updatedAt: isoTime,
});
export type Product = z.infer<typeof product>;
