import type { CartLine } from '#lib/store/schemas/cart.ts';
import type { FindProduct } from './use-cart-products.ts';

/** What the lines cost that can be bought; null while the price of one is not known yet. */
export function totalOf(lines: readonly CartLine[], find: FindProduct): number | null {
  let sum = 0;
  for (const { id, qty } of lines) {
    const product = find(id);
    if (product === undefined) return null;
    sum += (product?.priceMinor ?? 0) * qty;
  }
  return sum;
}

/** The lines that can be bought. */
export const sellable = (lines: readonly CartLine[], find: FindProduct): readonly CartLine[] =>
  lines.filter(({ id }) => find(id) !== null);
