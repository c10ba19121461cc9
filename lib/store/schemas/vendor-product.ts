import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { isoTime } from '#lib/core/time.ts';
import { unlistedCauses } from '#lib/store/values.ts';
import { categoryRef } from './catalog.ts';
import { product } from './product.ts';
import { productFileView } from './product-file.ts';

export const ownStock = z.object({
  onHand: z.int(),
  held: z.int(),
  available: z.int(),
  lowAt: z.int().nullable(),
});
export type OwnStock = z.infer<typeof ownStock>;

const { shape } = product;

/** A product as its vendor sees it, drafts included. */
export const vendorProduct = z
  .object({
    id: idText,
    vendorId: shape.vendorId,
    slug: shape.slug,
    title: shape.title,
    description: shape.description,
    status: shape.status,
    blockedReason: shape.blockedReason,
    /** Whether the public catalog shows it, and if not, why. */
    listed: z.boolean(),
    unlistedBecause: z.enum(unlistedCauses).nullable(),
    translations: shape.translations,
    priceMinor: shape.priceMinor,
    currency: shape.currency,
    prices: shape.prices,
    compareAtMinor: shape.compareAtMinor,
    categories: z.array(categoryRef.extend({ hidden: z.boolean() })),
    attributes: shape.attributes,
    images: shape.images,
    sku: shape.sku,
    fulfilment: shape.fulfilment,
    stock: ownStock,
    rating: z.object({ average: z.number().nullable(), count: z.int() }),
    sold30d: shape.sold30d,
    family: z.object({ id: idText, options: z.array(z.object({ name: z.string(), value: z.string() })) }).nullable(),
    /** What buyers of a digital product may download. */
    files: z.array(productFileView),
    version: shape.version,
    createdAt: isoTime,
    updatedAt: isoTime,
    publishedAt: shape.publishedAt,
  })
  .meta({ id: 'VendorProduct' });
export type VendorProduct = z.infer<typeof vendorProduct>;

export const oneVendorProduct = z.object({ product: vendorProduct });
export const productDeleted = z.object({ deleted: z.literal(true), id: idText });
