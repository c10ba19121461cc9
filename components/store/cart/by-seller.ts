import type { CartLine } from '#lib/store/schemas/cart.ts';
import type { VendorRef } from '#lib/store/schemas/catalog.ts';
import type { FindProduct } from './use-cart-products.ts';

export type SellerLines = {
  /** Null for products that are no longer for sale, or not known yet. */
  readonly vendor: VendorRef | null;
  readonly lines: readonly CartLine[];
};

/** Groups the lines of a cart by seller, in the order of their first lines. Lines without a known seller come last. */
export function bySeller(lines: readonly CartLine[], find: FindProduct): readonly SellerLines[] {
  const groups = Map.groupBy(lines, ({ id }) => find(id)?.vendor.id ?? null);
  const known = [...groups].flatMap(([id, own]) => {
    const vendor = id === null ? null : find(own[0]?.id ?? '')?.vendor;
    return vendor ? [{ vendor, lines: own }] : [];
  });
  const others = groups.get(null);
  return others ? [...known, { vendor: null, lines: others }] : known;
}
