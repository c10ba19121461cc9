import { MAX_LINE_QTY, MAX_SHOWN_UNITS } from '#lib/store/limits.ts';
import type { CartLine } from '#lib/store/schemas/cart.ts';
import type { FindProduct } from './use-cart-products.ts';

/** Returns the total of the lines that are for sale; null while a price is unknown. */
export function totalOf(lines: readonly CartLine[], find: FindProduct): number | null {
  let sum = 0;
  for (const { id, qty } of lines) {
    const product = find(id);
    if (product === undefined) return null;
    sum += (product?.priceMinor ?? 0) * qty;
  }
  return sum;
}

/** Returns the stock of a product. The catalog caps the number it shows, so the cap means "that many or more". */
export const stockOf = (available: number): number => (available < MAX_SHOWN_UNITS ? available : MAX_LINE_QTY);

/**
 * Returns the maximum quantity a shopper may request. The catalog already subtracts the hold of a signed-in user, so
 * the quantity of their line is added. The server rejects a quantity that is still too high. A guest has no hold.
 */
export const maxQuantity = (available: number, inCart: number, isSignedIn: boolean): number =>
  Math.min(stockOf(available) + (isSignedIn ? inCart : 0), MAX_LINE_QTY);

/** Returns a guest's lines, limited to the stock. A guest has no hold, and no server reduces the lines. */
export const obtainable = (lines: readonly CartLine[], find: FindProduct): readonly CartLine[] =>
  lines.flatMap(({ id, qty }) => {
    const product = find(id);
    const left = product ? Math.min(qty, stockOf(product.available)) : qty;
    return left > 0 ? [{ id, qty: left }] : [];
  });

/** Returns the lines that are for sale. */
export const sellable = (lines: readonly CartLine[], find: FindProduct): readonly CartLine[] =>
  lines.filter(({ id }) => find(id) !== null);
