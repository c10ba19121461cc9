import type { CartLine } from '#lib/store/schemas/cart.ts';
import { MAX_LINE_QTY, MOST_SHOWN } from '#lib/store/values.ts';
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

/** How many there are, as far as the catalog tells: its highest figure means that many or more. */
export const stockOf = (available: number): number => (available < MOST_SHOWN ? available : MAX_LINE_QTY);

/**
 * How many a shopper may ask for. What somebody signed in holds is already off what the catalog shows, so that their
 * line counts on top, and the server says when it is too much after all; a guest holds nothing.
 */
export const mostOf = (available: number, inCart: number, isSignedIn: boolean): number =>
  Math.min(stockOf(available) + (isSignedIn ? inCart : 0), MAX_LINE_QTY);

/** A guest's lines as far as there is stock for them: nothing has been set aside for a guest, and no server cuts down. */
export const obtainable = (lines: readonly CartLine[], find: FindProduct): readonly CartLine[] =>
  lines.flatMap(({ id, qty }) => {
    const product = find(id);
    const left = product ? Math.min(qty, stockOf(product.available)) : qty;
    return left > 0 ? [{ id, qty: left }] : [];
  });

/** The lines that can be bought. */
export const sellable = (lines: readonly CartLine[], find: FindProduct): readonly CartLine[] =>
  lines.filter(({ id }) => find(id) !== null);
