import type { Env } from '#lib/core/env/env.ts';
import {
  configuredCurrencies,
  convertMinor,
  divide,
  exponentOf,
  MAIN_CURRENCY,
  type Ratio,
  ratioOf,
} from '#lib/core/money.ts';
import type { FrozenRate } from '#lib/store/schemas/order.ts';
import type { Product } from '#lib/store/schemas/product.ts';

type Rates = Pick<Env, 'STORE_FX_RATES'>;
export type PriceRules = Pick<Env, 'STORE_FX_RATES' | 'STORE_PRICE_ROUNDING'>;
type Priced = Pick<Product, 'priceMinor' | 'currency' | 'prices'>;

// The shop shows prices in the main currency by default. Payments defines it, because it needs it too.
export { MAIN_CURRENCY };

/** Returns every currency the shop shows prices in, the main one first. */
export const currenciesOf = ({ STORE_FX_RATES }: Rates): readonly string[] => configuredCurrencies(STORE_FX_RATES);

export const isConfigured = (code: string, env: Rates): boolean => currenciesOf(env).includes(code);

/**
 * Returns the price of one unit of a currency in the main one, as a decimal string. Null for a currency without a
 * rate.
 */
const rateOf = (code: string, { STORE_FX_RATES }: Rates): string | null =>
  code === MAIN_CURRENCY ? '1' : (STORE_FX_RATES[code] ?? null);

/** Converts an amount to another currency, rounded half up. Returns null when one of the two has no rate. */
export function convert(amountMinor: number, from: string, to: string, env: Rates): number | null {
  if (from === to) return amountMinor;
  const [fromRate, toRate] = [rateOf(from, env), rateOf(to, env)];
  if (fromRate === null || toRate === null) return null;
  return convertMinor(amountMinor, { currency: from, rate: fromRate }, { currency: to, rate: toRate });
}

/**
 * Converts an amount and rounds it as `STORE_PRICE_ROUNDING` says, never below one step. Returns null when there is
 * no rate.
 */
function convertPrice(amountMinor: number, from: string, to: string, env: PriceRules): number | null {
  const [fromRate, toRate] = [rateOf(from, env), rateOf(to, env)];
  if (fromRate === null || toRate === null) return null;
  const exact = ratioOf(amountMinor, { currency: from, rate: fromRate }, { currency: to, rate: toRate });
  const step = env.STORE_PRICE_ROUNDING === 'exact' ? 1n : stepAt(exact, to);
  const steps = divide(exact.dividend, exact.divisor * step, 'half-up');
  return Number((steps > 0n ? steps : 1n) * step);
}

/**
 * Returns the rounding step of a price: 0.10, from 10.00 on 0.50, from 100.00 on 1. In a currency without minor units
 * it is 1, from 1,000 on 10.
 */
function stepAt({ dividend, divisor }: Ratio, currency: string): bigint {
  const digits = exponentOf(currency);
  if (digits === 0) return dividend >= 1000n * divisor ? 10n : 1n;
  const unit = 10n ** BigInt(digits);
  if (dividend >= 100n * unit * divisor) return unit;
  return dividend >= 10n * unit * divisor ? unit / 2n : unit / 10n;
}

/**
 * Returns the price of a product in a currency: the product's own price, else the price set by hand for this
 * currency, else the own price converted and rounded. Null when there is no exchange rate. The product cannot be sold
 * then.
 */
export function priceIn(product: Priced, currency: string, env: PriceRules): number | null {
  if (product.currency === currency) return product.priceMinor;
  const byHand = product.prices[currency];
  if (byHand !== undefined) return byHand;
  return convertPrice(product.priceMinor, product.currency, currency, env);
}

/** Returns the earlier price in a currency, shown struck through. Null where it would not be above the price. */
export function compareAtIn(
  product: Priced & Pick<Product, 'compareAtMinor'>,
  currency: string,
  env: PriceRules,
): number | null {
  if (product.compareAtMinor === null) return null;
  const earlier =
    product.currency === currency
      ? product.compareAtMinor
      : convertPrice(product.compareAtMinor, product.currency, currency, env);
  const now = priceIn(product, currency, env);
  return earlier !== null && now !== null && earlier > now ? earlier : null;
}

/** Returns whether the price in a currency comes from a rate, not from the seller. */
export const isConverted = (product: Priced, currency: string): boolean =>
  product.currency !== currency && product.prices[currency] === undefined;

/**
 * Returns the rate between an order's currency and the main one, to store with the order. Credit is debited by this
 * rate, even where the seller set every price. In the main currency it is the rate of the first converted product, or
 * null when none was converted.
 */
export function frozenRateFor(products: readonly Priced[], currency: string, env: Rates, now: Date): FrozenRate | null {
  const converted = products.find((product) => isConverted(product, currency));
  const quote = currency === MAIN_CURRENCY ? converted?.currency : currency;
  if (quote === undefined) return null;
  const rate = rateOf(quote, env);
  return rate === null ? null : { base: MAIN_CURRENCY, quote, rate, source: 'STORE_FX_RATES', at: now.toISOString() };
}
