import type { Product } from '#lib/store/schemas/product.ts';
import type { Vendor } from '#lib/store/schemas/vendor.ts';
import type { UnlistedCause } from '#lib/store/values.ts';
import { currenciesOf, type PriceRules, priceIn } from './currencies.ts';

/** Returns whether a paid order of a product can be fulfilled. A digital product needs a file. */
export const canBeDelivered = ({ fulfilment, fileIds }: Pick<Product, 'fulfilment' | 'fileIds'>): boolean =>
  fulfilment !== 'digital' || fileIds.length > 0;

/**
 * Returns why the public catalog does not show a product, or null when it does and buyers can order it. A listed
 * product is published, deliverable, of an approved vendor and priced in every currency.
 */
export function unlistedBecause(
  product: Product,
  vendor: Pick<Vendor, 'status'> | undefined,
  env: PriceRules,
): UnlistedCause | null {
  if (product.status !== 'published') return product.status;
  if (vendor?.status !== 'approved') return 'vendor';
  if (!canBeDelivered(product)) return 'files';
  return currenciesOf(env).every((currency) => priceIn(product, currency, env) !== null) ? null : 'price';
}

export const isListed = (...asked: Parameters<typeof unlistedBecause>): boolean => unlistedBecause(...asked) === null;
