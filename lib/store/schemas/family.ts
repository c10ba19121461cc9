import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { currencyCode } from '#lib/core/money.ts';
import { plainLine } from '#lib/core/plain-text.ts';
import { isoTime } from '#lib/core/time.ts';
import { MAX_MEMBERS, MAX_OPTIONS, MAX_VALUES, MAX_VARIANTS } from '#lib/store/limits.ts';
import { productStatuses } from '#lib/store/values.ts';
import { MAX_UNITS, priceMinor } from './product.ts';
import { adminReason, images } from './product-input.ts';
import { vendorProduct } from './vendor-product.ts';

const name = z.string().min(1).max(60);
const translated = z.object({ en: name.optional(), uk: name.optional(), ru: name.optional() });

const familyOption = z.object({
  name,
  names: translated,
  values: z
    .array(z.object({ value: name, labels: translated }))
    .min(1)
    .max(MAX_VALUES),
});
export type FamilyOption = z.infer<typeof familyOption>;

const familyMember = z.object({ productId: idText, values: z.array(name).max(MAX_OPTIONS) });
export type FamilyMember = z.infer<typeof familyMember>;

/** Products of one vendor that differ only by their options. Each member is an ordinary product. */
export const family = z.object({
  vendorId: idText,
  options: z.array(familyOption).min(1).max(MAX_OPTIONS),
  members: z.array(familyMember).min(1).max(MAX_MEMBERS),
  version: z.int().nonnegative(),
  createdAt: isoTime,
  updatedAt: isoTime,
});
export type Family = z.infer<typeof family>;

const givenName = plainLine(60);
const givenTexts = z.strictObject({
  en: givenName.exactOptional(),
  uk: givenName.exactOptional(),
  ru: givenName.exactOptional(),
});

/** A value is its text alone, or its text with labels in other languages. */
const givenValue = z.union([
  givenName.transform((value) => ({ value, labels: {} })),
  z.strictObject({ value: givenName, labels: givenTexts.default({}) }),
]);
const givenOptions = z
  .array(
    z.strictObject({
      name: givenName,
      names: givenTexts.default({}),
      values: z.array(givenValue).min(1).max(MAX_VALUES),
    }),
  )
  .min(1)
  .max(MAX_OPTIONS);
const givenValues = z.array(givenName).min(1).max(MAX_OPTIONS);

export const newFamilyInput = z.strictObject({
  /** The first member. */
  productId: idText,
  options: givenOptions,
  values: givenValues,
  reason: adminReason.exactOptional(),
});
export type NewFamily = z.output<typeof newFamilyInput>;

/** Absent fields stay as they are. Members are replaced whole, in their order. */
export const familyPatch = z.strictObject({
  options: givenOptions.exactOptional(),
  members: z
    .array(z.strictObject({ productId: idText, values: givenValues }))
    .max(MAX_MEMBERS)
    .exactOptional(),
  version: z.int().nonnegative().exactOptional(),
  reason: adminReason.exactOptional(),
});
export type FamilyPatch = z.output<typeof familyPatch>;

export const deleteFamilyInput = z.strictObject({ reason: adminReason.exactOptional() });

export const newVariantsInput = z.strictObject({
  variants: z
    .array(
      z.strictObject({
        values: givenValues,
        priceMinor: priceMinor.exactOptional(),
        stock: z.int().min(0).max(MAX_UNITS).default(0),
        sku: plainLine(64).nullable().default(null),
        images: images.exactOptional(),
      }),
    )
    .min(1)
    .max(MAX_VARIANTS),
  /** The member that the variants copy. The default is the first one. */
  from: idText.exactOptional(),
  reason: adminReason.exactOptional(),
});
export type NewVariants = z.output<typeof newVariantsInput>;

/** A family as its vendor sees it. */
export const familyView = z
  .object({
    id: idText,
    options: family.shape.options,
    members: z.array(
      familyMember.extend({
        title: z.string(),
        status: z.enum(productStatuses),
        priceMinor,
        currency: currencyCode,
        available: z.int(),
      }),
    ),
    version: family.shape.version,
  })
  .meta({ id: 'Family' });
export type FamilyView = z.infer<typeof familyView>;

export const familyAnswer = z.object({ family: familyView });
/** `family` is null once the last member has left. */
export const familyChanged = z.object({ family: familyView.nullable() });
export const familyDeleted = z.object({ deleted: z.literal(true), id: idText });
export const variantsCreated = z.object({ family: familyView, products: z.array(vendorProduct) });
