import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { currencyCode, minorUnits } from '#lib/core/money.ts';
import { cursorText, pageLimit } from '#lib/core/paging.ts';
import { booleanInQuery, wholeInQuery } from '#lib/core/query-values.ts';
import { isoTime } from '#lib/core/time.ts';
import { fulfilments, sortKeys } from '#lib/store/values.ts';
import { product, productImage } from './product.ts';

const MAX_CATEGORIES = 20;
const MAX_VENDORS = 20;
const MAX_IDS = 50;

export const commaList = (most: number) =>
  z
    .string()
    .transform((text) => (text === '' ? [] : text.split(',').map((part) => part.trim())))
    .pipe(z.array(idText).max(most, `must have at most ${most} items`));

const minorInQuery = wholeInQuery('must be a whole number of minor units');

const filters = z.object({
  search: z.string().trim().max(200).optional(),
  /** Ids or slugs. */
  categories: commaList(MAX_CATEGORIES).optional(),
  inStock: booleanInQuery.optional(),
  currency: currencyCode.optional(),
  vendorId: commaList(MAX_VENDORS).optional(),
  ids: commaList(MAX_IDS).optional(),
  /** The average rating at least. Products without reviews do not match. */
  ratingMin: wholeInQuery('must be a whole number from 1 to 5', { least: 1, most: 5 }).optional(),
  /** Only the members of one family. */
  familyId: idText.optional(),
  /** `family` counts and shows a family once. Ignored with `ids` and `familyId`. */
  group: z.enum(['family', 'none']).optional(),
});

/** The query parameters of the catalog. */
export const catalogQuery = filters
  .extend({
    priceMin: minorInQuery.optional(),
    priceMax: minorInQuery.optional(),
    sortBy: z.enum(sortKeys).optional(),
    limit: pageLimit(20, 100),
    afterId: cursorText.optional(),
  })
  .refine(({ priceMin = 0, priceMax = Number.POSITIVE_INFINITY }) => priceMin <= priceMax, {
    error: 'must not be less than priceMin',
    path: ['priceMax'],
  })
  .refine(({ sortBy, search = '' }) => sortBy !== 'relevance' || search !== '', {
    error: 'must not be relevance without a search',
    path: ['sortBy'],
  });
export type CatalogQuery = z.output<typeof catalogQuery>;

export const priceRangeQuery = filters;
export type PriceRangeQuery = z.output<typeof priceRangeQuery>;

export const categoryRef = z.object({ id: idText, slug: z.string(), name: z.string() }).meta({ id: 'CategoryRef' });
export type CategoryRef = z.infer<typeof categoryRef>;
export const vendorRef = z.object({ id: idText, name: z.string(), slug: z.string() }).meta({ id: 'VendorRef' });
export type VendorRef = z.infer<typeof vendorRef>;

/** A product as lists show it, in one language and one currency. */
export const listedProduct = z
  .object({
    id: idText,
    slug: z.string(),
    title: z.string(),
    priceMinor: minorUnits,
    currency: currencyCode,
    compareAtMinor: minorUnits.nullable(),
    image: productImage.omit({ fileId: true }).nullable(),
    categories: z.array(categoryRef),
    vendor: vendorRef,
    rating: z.object({ average: z.number().nullable(), count: z.int() }),
    inStock: z.boolean(),
    /** At most 99 is shown. */
    available: z.int().nonnegative(),
    fulfilment: z.enum(fulfilments),
    createdAt: isoTime,
    /** What distinguishes a variant from the other members of its family. */
    options: z.array(z.object({ name: z.string(), value: z.string() })),
    /** The family with its number of listed members and their highest price. */
    family: z.object({ id: idText, count: z.int(), priceMaxMinor: minorUnits }).nullable(),
  })
  .meta({ id: 'ListedProduct' });
export type ListedProduct = z.infer<typeof listedProduct>;

/** A product as its page shows it. */
export const publicProduct = listedProduct
  .extend({
    description: z.string(),
    images: z.array(productImage.omit({ fileId: true })),
    attributes: product.shape.attributes,
    sku: product.shape.sku,
    /** The categories from the top level down to the product's first one. */
    path: z.array(categoryRef),
    updatedAt: isoTime,
    /** The options of its family. Each value leads to the member that has it and the most other values in common. */
    family: z
      .object({
        id: idText,
        options: z.array(
          z.object({
            name: z.string(),
            values: z.array(
              z.object({
                value: z.string(),
                label: z.string(),
                productId: idText.nullable(),
                slug: z.string().nullable(),
                inStock: z.boolean(),
              }),
            ),
          }),
        ),
      })
      .nullable(),
  })
  .meta({ id: 'PublicProduct' });
export type PublicProduct = z.infer<typeof publicProduct>;

/** Each facet is counted under all filters but its own. */
export const catalogFacets = z
  .object({
    exact: z.boolean(),
    categories: z.array(categoryRef.extend({ count: z.int() })),
    price: z.object({ min: minorUnits.nullable(), max: minorUnits.nullable() }),
    inStock: z.object({ yes: z.int(), no: z.int() }),
    /** The 20 sellers with the most products, and the chosen ones. */
    vendors: z.array(vendorRef.extend({ count: z.int() })),
    /** By the average rating, rounded down. */
    rating: z.object({ '1': z.int(), '2': z.int(), '3': z.int(), '4': z.int(), '5': z.int() }),
  })
  .meta({ id: 'CatalogFacets' });
export type CatalogFacets = z.infer<typeof catalogFacets>;

export const catalogPage = z
  .object({
    products: z.array(listedProduct),
    nextAfterId: z.string().nullable(),
    total: z.int(),
    currency: currencyCode,
    facets: catalogFacets,
    /** The corrected search, when nothing matches the typed words. */
    correctedSearch: z.string().optional(),
  })
  .meta({ id: 'CatalogPage' });
export type CatalogPage = z.infer<typeof catalogPage>;

export const priceRange = z
  .object({
    min: minorUnits.nullable(),
    max: minorUnits.nullable(),
    currency: currencyCode,
    count: z.int(),
  })
  .meta({ id: 'PriceRange' });
export type PriceRange = z.infer<typeof priceRange>;
