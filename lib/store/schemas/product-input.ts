import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { currencyCode } from '#lib/core/money.ts';
import { plainLine, plainText } from '#lib/core/plain-text.ts';
import { fulfilments } from '#lib/store/values.ts';
import { MAX_UNITS, priceMinor } from './product.ts';

const title = plainLine(160);
const description = plainText(20_000);
const texts = z.strictObject({ title, description: description.default('') });

export const images = z
  .array(z.strictObject({ fileId: idText, alt: plainText(300).default('') }))
  .max(12)
  .refine((all) => new Set(all.map(({ fileId }) => fileId)).size === all.length, 'must not name a file twice');
export type GivenImages = z.output<typeof images>;

const attribute = z.strictObject({
  name: plainLine(60),
  value: plainLine(300),
  unit: plainLine(20).exactOptional(),
});

const units = z.int().min(0).max(MAX_UNITS);
const sku = plainLine(64);

/** The reason that an administrator gives for changing another vendor's thing. */
export const adminReason = z.string().trim().min(3).max(500);

/** The fields that a vendor sets, at creation and later. */
const fields = {
  /** Ids or slugs. */
  categories: z.array(z.string().min(1).max(80)).min(1).max(5),
  currency: currencyCode,
  prices: z.record(currencyCode, priceMinor),
  compareAtMinor: priceMinor.nullable(),
  lowAt: units.nullable(),
  sku: sku.nullable(),
  attributes: z.array(attribute).max(40),
  fulfilment: z.enum(fulfilments),
  translations: z.strictObject({ en: texts.exactOptional(), uk: texts.exactOptional(), ru: texts.exactOptional() }),
};

export const createProductInput = z.strictObject({
  title,
  categories: fields.categories,
  priceMinor,
  description: description.default(''),
  currency: fields.currency.exactOptional(),
  prices: fields.prices.default({}),
  compareAtMinor: fields.compareAtMinor.default(null),
  stock: units.default(0),
  lowAt: fields.lowAt.default(null),
  sku: fields.sku.default(null),
  attributes: fields.attributes.default([]),
  images: images.default([]),
  fulfilment: fields.fulfilment.default('physical'),
  translations: fields.translations.default({}),
  status: z.enum(['draft', 'published']).default('published'),
  /** Administrators alone name a vendor. The default is the house vendor. */
  vendorId: idText.exactOptional(),
  reason: adminReason.exactOptional(),
});
export type CreateProduct = z.output<typeof createProductInput>;

/** Absent fields stay as they are. Lists are replaced whole. */
export const editProductInput = z.strictObject({
  title: title.exactOptional(),
  description: description.exactOptional(),
  categories: fields.categories.exactOptional(),
  priceMinor: priceMinor.exactOptional(),
  currency: fields.currency.exactOptional(),
  prices: fields.prices.exactOptional(),
  compareAtMinor: fields.compareAtMinor.exactOptional(),
  lowAt: fields.lowAt.exactOptional(),
  sku: fields.sku.exactOptional(),
  attributes: fields.attributes.exactOptional(),
  images: images.exactOptional(),
  fulfilment: fields.fulfilment.exactOptional(),
  translations: fields.translations.exactOptional(),
  status: z.enum(['draft', 'published', 'hidden', 'archived']).exactOptional(),
  version: z.int().nonnegative().exactOptional(),
  /** `family` writes every field but `sku` to all variants of the product. */
  applyTo: z.enum(['product', 'family']).exactOptional(),
  reason: adminReason.exactOptional(),
});
export type EditProduct = z.output<typeof editProductInput>;

export const deleteProductInput = z.strictObject({ reason: adminReason.exactOptional() });
