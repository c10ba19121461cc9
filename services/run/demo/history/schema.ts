import { z } from 'zod';
import { vendorApplication } from '#lib/admin/schemas/verification-answers.ts';
import { reasonCodes } from '#lib/admin/verification/values.ts';
import { locales } from '#lib/i18n/values.ts';
import { newFamilyInput, newVariantsInput } from '#lib/store/schemas/family.ts';
import { product } from '#lib/store/schemas/product.ts';
import { newDeliveryInput } from '#lib/store/schemas/vendor-delivery.ts';
import { payoutAccountInput } from '#lib/store/schemas/vendor-profile.ts';
import { demoCategoryKeys, demoVendorKeys } from '#services/run/demo/values.ts';

const text = z.string().min(1);
const owner = z.strictObject({ name: text, email: z.email() });
const { slug, title, description, priceMinor } = product.shape;
const texts = z.strictObject({ title, description });

const buyer = z.strictObject({
  email: z.email(),
  name: text,
  locale: z.enum(locales),
  phone: text,
  country: z.string().length(2),
  city: text,
  address: text,
  postalCode: text,
  branch: text,
  currency: z.enum(['UAH', 'EUR']),
});

const sellers = z.strictObject({
  approved: z.record(
    z.enum(demoVendorKeys),
    payoutAccountInput.extend({ phone: text, deliveryNote: text, returnsNote: text }),
  ),
  suspended: z.strictObject({
    ...{ name: text, about: text, country: z.string().length(2), contactEmail: z.email(), owner, reason: text },
    goods: z.array(
      z.strictObject({
        slug,
        /** The demo product whose pictures it shows. */
        picture: slug,
        category: z.enum(demoCategoryKeys),
        priceMinor,
        stock: z.int().positive(),
        ...{ en: texts, uk: texts, ru: texts },
      }),
    ),
  }),
  applied: z.strictObject({ owner, application: vendorApplication }),
  rejected: z.strictObject({ owner, application: vendorApplication, reasonCode: z.enum(reasonCodes), reason: text }),
});

/** What an approved seller lists besides the goods that every demo has. */
const listing = {
  slug,
  seller: z.enum(demoVendorKeys),
  /** The demo product whose pictures it shows. */
  picture: slug,
  category: z.enum(demoCategoryKeys),
  priceMinor,
  currency: z.enum(['UAH', 'EUR']),
  stock: z.int().positive(),
  ...{ en: texts, uk: texts, ru: texts },
};
const { options, values } = newFamilyInput.shape;
const goods = z.strictObject({
  families: z.array(z.strictObject({ ...listing, options, values, variants: newVariantsInput.shape.variants })),
  digital: z.array(
    z.strictObject({
      ...listing,
      /** The files are made of these lines. Their font has ASCII alone. */
      files: z.array(z.strictObject({ name: text, lines: z.array(z.string().regex(/^[ -~]*$/)) })).min(1),
    }),
  ),
});

const talk = z.strictObject({
  key: text,
  buyer: z.email(),
  seller: z.enum(demoVendorKeys),
  /** The product that it is about. */
  about: slug,
  daysAgo: z.number().positive(),
  messages: z.array(z.strictObject({ by: z.enum(['buyer', 'seller']), hours: z.number().nonnegative(), text })).min(1),
});

const said = z.strictObject({ rating: z.int().min(1).max(5), title: text.exactOptional(), content: text });

/** What buyers of each language say about a product. */
const reviewed = z.strictObject({
  slug,
  /** When the first of them is written. The others follow by half a day. */
  daysAgo: z.number().positive(),
  ...{ en: said, uk: said, ru: said },
  /** The seller's reply to the review in one language, a day later. */
  reply: z.strictObject({ to: z.enum(locales), text }).exactOptional(),
});

export const historySchema = z.strictObject({
  buyers: z.array(buyer).min(1),
  sellers,
  goods,
  deliveries: z.record(z.enum(demoVendorKeys), z.array(newDeliveryInput).min(1)),
  talks: z.array(talk),
  reviews: z.array(reviewed),
});
