import { MAIN_CURRENCY } from '#lib/core/money.ts';
import { convert, type PriceRules, priceIn } from '#lib/store/products/currencies.ts';
import type { VendorDelivery } from '#lib/store/schemas/vendor-delivery.ts';

/** The lines of one vendor: their total in the currency of the order. */
export type VendorTotal = { readonly subtotalMinor: number; readonly currency: string };

/**
 * Returns what an option costs for the lines of its vendor: its price converted and rounded like the price of a
 * product, or 0 from `freeFromMinor` of the lines on. Null when there is no exchange rate.
 */
export function deliveryPrice(
  { priceMinor, freeFromMinor }: Pick<VendorDelivery, 'priceMinor' | 'freeFromMinor'>,
  { subtotalMinor, currency }: VendorTotal,
  env: PriceRules,
): number | null {
  const freeFrom = freeFromMinor === null ? null : convert(freeFromMinor, MAIN_CURRENCY, currency, env);
  if (priceMinor === 0 || (freeFrom !== null && subtotalMinor >= freeFrom)) return 0;
  return priceIn({ priceMinor, currency: MAIN_CURRENCY, prices: {} }, currency, env);
}

/** Returns whether buyers in a country may choose an option. An unnamed country is asked for later where it matters. */
export const serves = ({ active, countries }: Pick<VendorDelivery, 'active' | 'countries'>, country: string): boolean =>
  active && (country === '' || countries.length === 0 || countries.includes(country));
