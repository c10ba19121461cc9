import type { Context } from '#lib/context/context.ts';
import { invalid } from '#lib/core/errors.ts';
import { newId } from '#lib/core/ids.ts';
import { HOUSE_VENDOR_ID } from '#lib/payments/values.ts';
import type { CategoryTree } from '#lib/store/catalog/category-tree.ts';
import type { Product } from '#lib/store/schemas/product.ts';
import { isConfigured, MAIN_CURRENCY } from './currencies.ts';
import { slugOf } from './slugs.ts';

/** The input of a new product. Omitted fields have defaults. Categories are ids or slugs. */
export type NewProduct = Pick<Product, 'title' | 'priceMinor'> & {
  readonly categories: readonly string[];
  readonly id?: string;
  readonly stock?: number;
  /** Its time in lists by age. Defaults to now; imports set it. */
  readonly createdAt?: string;
} & Partial<
    Pick<
      Product,
      | 'vendorId'
      | 'slug'
      | 'description'
      | 'translations'
      | 'currency'
      | 'prices'
      | 'compareAtMinor'
      | 'attributes'
      | 'images'
      | 'sku'
      | 'fulfilment'
      | 'status'
      | 'rating'
      | 'sold30d'
    >
  >;

export type ProductDraft = { readonly id: string; readonly product: Product; readonly stock: number };

type GivenProduct = Pick<Product, 'title' | 'priceMinor' | 'categoryIds'> & Partial<Product>;

/** Returns the row of a product, by default a published one of the house. */
export const newProduct = (given: GivenProduct, at: string): Product => ({
  familyId: null,
  optionValues: [],
  blockedReason: null,
  publishedAt: given.status === 'draft' ? null : (given.createdAt ?? at),
  vendorId: HOUSE_VENDOR_ID,
  slug: slugOf(given.title),
  description: '',
  translations: {},
  currency: MAIN_CURRENCY,
  prices: {},
  compareAtMinor: null,
  attributes: [],
  images: [],
  sku: null,
  fulfilment: 'physical',
  fileIds: [],
  status: 'published',
  rating: { sum: 0, count: 0 },
  sold30d: 0,
  version: 1,
  createdAt: at,
  updatedAt: at,
  ...given,
});

/** Returns the document of a new product. Rejects unknown categories and currencies, naming each wrong field. */
export function draftProduct({ env, now }: Context, tree: CategoryTree, input: NewProduct): ProductDraft {
  const at = now().toISOString();
  const { id = newId('product'), categories, stock = 0, ...given } = input;
  const categoryIds = [...new Set(categories.map((category) => tree.find(category)?.id ?? ''))];
  const product = newProduct({ ...given, categoryIds }, at);
  assertSound(product, env);
  return { id, product, stock };
}

/** Throws for a product with inconsistent prices or unknown categories, whichever function writes it. */
export function assertSound(product: Product, env: Context['env']): void {
  const details = flawsOf(product, env);
  if (Object.keys(details).length > 0) throw invalid('The product is not valid', details);
}

/** Returns what is inconsistent in a product, by field. */
export function flawsOf(product: Product, env: Context['env']): Readonly<Record<string, string>> {
  const details: Record<string, string> = {};
  if (product.categoryIds.includes('')) details.categories = 'contains a category that does not exist';
  if (!isConfigured(product.currency, env)) details.currency = 'is not a currency of this shop';
  const foreign = Object.keys(product.prices).find((code) => !isConfigured(code, env) || code === product.currency);
  if (foreign !== undefined) details[`prices.${foreign}`] = 'must be another currency of this shop';
  if (product.compareAtMinor !== null && product.compareAtMinor <= product.priceMinor)
    details.compareAtMinor = 'must be greater than the price';
  return details;
}
