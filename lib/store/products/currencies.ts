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

// The shop shows prices in the main currency unless asked; what it is, payments must know as well.
export { MAIN_CURRENCY };

/** Every currency the shop shows prices in, the main one first. */
export const currenciesOf = ({ STORE_FX_RATES }: Rates): readonly string[] => configuredCurrencies(STORE_FX_RATES);

export const isConfigured = (code: string, env: Rates): boolean => currenciesOf(env).includes(code);

/** The price of one unit of a currency in the main one, as a decimal string; null for a currency nobody configured. */
const rateOf = (code: string, { STORE_FX_RATES }: Rates): string | null =>
  code === MAIN_CURRENCY ? '1' : (STORE_FX_RATES[code] ?? null);

/** An amount in another currency, rounded half up; null when one of the two has no rate. */
export function convert(amountMinor: number, from: string, to: string, env: Rates): number | null {
  if (from === to) return amountMinor;
  const [fromRate, toRate] = [rateOf(from, env), rateOf(to, env)];
  if (fromRate === null || toRate === null) return null;
  return convertMinor(amountMinor, { currency: from, rate: fromRate }, { currency: to, rate: toRate });
}

/** An amount converted and rounded as `STORE_PRICE_ROUNDING` asks, never below one step; null when there is no rate. */
function convertPrice(amountMinor: number, from: string, to: string, env: PriceRules): number | null {
  const [fromRate, toRate] = [rateOf(from, env), rateOf(to, env)];
  if (fromRate === null || toRate === null) return null;
  const exact = ratioOf(amountMinor, { currency: from, rate: fromRate }, { currency: to, rate: toRate });
  const step = env.STORE_PRICE_ROUNDING === 'exact' ? 1n : stepAt(exact, to);
  const steps = divide(exact.dividend, exact.divisor * step, 'half-up');
  return Number((steps > 0n ? steps : 1n) * step);
}

/**
 * The step in which a shop prints prices: 0.10, from 10.00 on 0.50, from 100.00 on 1. In a currency without minor units
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
 * Returns the price of a product in a currency: the product's own price, else the price set by hand for this currency,
 * else the own price converted and rounded. Null when there is no exchange rate; the product cannot be sold then.
 */
export function priceIn(product: Priced, currency: string, env: PriceRules): number | null {
  if (product.currency === currency) return product.priceMinor;
  const byHand = product.prices[currency];
  if (byHand !== undefined) return byHand;
  return convertPrice(product.priceMinor, product.currency, currency, env);
}

/** The earlier price in a currency, shown struck through; null where it would not be above the price. */
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

/** Whether the price in a currency comes from a rate, and not from the seller. */
export const isConverted = (product: Priced, currency: string): boolean =>
  product.currency !== currency && product.prices[currency] === undefined;

/**
 * The rate between an order's currency and the main one, to keep with the order: credit is debited by it, also where the
 * seller named every price. In the main currency it is that of the first product converted, and null when none was.
 */
export function frozenRateFor(products: readonly Priced[], currency: string, env: Rates, now: Date): FrozenRate | null {
  const converted = products.find((product) => isConverted(product, currency));
  const quote = currency === MAIN_CURRENCY ? converted?.currency : currency;
  if (quote === undefined) return null;
  const rate = rateOf(quote, env);
  return rate === null ? null : { base: MAIN_CURRENCY, quote, rate, source: 'STORE_FX_RATES', at: now.toISOString() };
}
