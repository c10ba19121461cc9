import type { CartLine } from '#lib/store/schemas/cart.ts';
import type { ListedProduct } from '#lib/store/schemas/catalog.ts';
import type { CartState } from '#lib/web/cart/cart-store.ts';

/** The maximum number of products per catalog request. */
export const MAX_REQUESTED = 50;

type Known = {
  readonly products: readonly ListedProduct[];
  /** True when `products` are the response to the current request, not to an earlier one. */
  readonly isAnswered: boolean;
  /** The products rendered with the page. */
  readonly first: readonly ListedProduct[];
};

/**
 * Returns a product with its price in a currency: null when it is no longer for sale, undefined when that is not known
 * yet. A price in another currency is ignored, because the page may have been rendered again in a new currency.
 */
export function knownProduct(
  { products, isAnswered, first }: Known,
  id: string,
  currency: string,
): ListedProduct | null | undefined {
  const seen = isAnswered ? products : [...products, ...first];
  return seen.find((product) => product.id === id && product.currency === currency) ?? (isAnswered ? null : undefined);
}

/**
 * Returns the ids to request: the products in the cart, then those that notices name (reduced or in the backup). The
 * cart comes first if there are more than the limit.
 */
export const idsToRequest = (
  lines: readonly CartLine[],
  { clamped, backup }: Pick<CartState, 'clamped' | 'backup'>,
): readonly string[] => {
  const ids = [...lines, ...clamped, ...(backup?.items ?? [])].map(({ id }) => id);
  return [...new Set(ids)].slice(0, MAX_REQUESTED).toSorted();
};
