import type { CartLine } from '#lib/store/schemas/cart.ts';
import type { ListedProduct } from '#lib/store/schemas/catalog.ts';
import type { CartState } from '#lib/web/cart/cart-store.ts';

/** How many products the catalog answers at a time. */
export const MOST_ASKED = 50;

type Known = {
  readonly products: readonly ListedProduct[];
  /** Whether they answer what is asked now, and not what was asked before. */
  readonly isAnswered: boolean;
  /** What came with the page. */
  readonly first: readonly ListedProduct[];
};

/**
 * A product as it can be bought in a currency: null when it no longer can be, undefined while that is not known yet. A
 * price in another currency is none; the page may have come anew with those of this one.
 */
export function knownProduct(
  { products, isAnswered, first }: Known,
  id: string,
  currency: string,
): ListedProduct | null | undefined {
  const seen = isAnswered ? products : [...products, ...first];
  return seen.find((product) => product.id === id && product.currency === currency) ?? (isAnswered ? null : undefined);
}

/** The products of a cart and those it only names: kept aside, or gone from it. What it has comes first. */
export const idsToAsk = (
  lines: readonly CartLine[],
  { clamped, backup }: Pick<CartState, 'clamped' | 'backup'>,
): readonly string[] => {
  const ids = [...lines, ...clamped, ...(backup?.items ?? [])].map(({ id }) => id);
  return [...new Set(ids)].slice(0, MOST_ASKED).toSorted();
};
