import type { Product } from '#lib/store/schemas/product.ts';
import type { Vendor } from '#lib/store/schemas/vendor.ts';
import { currenciesOf, type PriceRules, priceIn } from './currencies.ts';

/**
 * Returns whether a paid order of a product can be fulfilled. Sellers cannot attach files yet, so digital goods
 * cannot.
 */
const canBeDelivered = ({ fulfilment }: Pick<Product, 'fulfilment'>): boolean => fulfilment !== 'digital';

/**
 * Returns whether the public catalog shows a product and buyers can order it. It must be published, deliverable, of
 * an approved vendor and priced in every currency.
 */
export const isListed = (product: Product, vendor: Pick<Vendor, 'status'> | undefined, env: PriceRules): boolean =>
  product.status === 'published' &&
  canBeDelivered(product) &&
  vendor?.status === 'approved' &&
  currenciesOf(env).every((currency) => priceIn(product, currency, env) !== null);
