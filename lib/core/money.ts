import { z } from 'zod';

/** An amount: an integer of minor units, never a float. */
export const minorUnits = z.int().min(-1e15).max(1e15);
/** An ISO 4217 code. */
export const currencyCode = z.string().regex(/^[A-Z]{3}$/, 'must be an ISO 4217 code');

/** The currency of the shop's books and credit accounts. Rates are given in it. */
export const MAIN_CURRENCY = 'UAH';

/** Returns every currency the shop sells in: the main one and those with a rate. */
export const configuredCurrencies = (rates: Readonly<Record<string, string>>): string[] => [
  ...new Set([MAIN_CURRENCY, ...Object.keys(rates)]),
];

/** ISO 4217 minor-unit digits where they are not 2. */
const exponents: Readonly<Record<string, number>> = {
  JPY: 0,
  KRW: 0,
  VND: 0,
  ISK: 0,
  CLP: 0,
  BHD: 3,
  KWD: 3,
  OMR: 3,
  TND: 3,
};
export const exponentOf = (currency: string): number => exponents[currency] ?? 2;

const RATE_DIGITS = 18;
const RATE_UNIT = 10n ** BigInt(RATE_DIGITS);
const decimal = /^\d{1,12}(?:\.\d{1,18})?$/;

/** A positive decimal string of at most 12 whole and 18 fractional digits. */
export const rateText = z
  .string()
  .regex(decimal, 'must be a plain decimal number')
  .refine((text) => !decimal.test(text) || rateUnits(text) > 0n, 'must be greater than 0');

/** The last parsed rates. A shop has a few, and a page of a list parses each of them once per product. */
const parsedRates = new Map<string, bigint>();
const MOST_PARSED_RATES = 100;

/** Parses a decimal string as an integer of 10^-18. "48.20" is 48200000000000000000n. */
export function rateUnits(text: string): bigint {
  const known = parsedRates.get(text);
  if (known !== undefined) return known;
  const [whole = '0', fraction = ''] = text.split('.');
  const units = BigInt(whole) * RATE_UNIT + BigInt(fraction.padEnd(RATE_DIGITS, '0'));
  if (parsedRates.size >= MOST_PARSED_RATES) parsedRates.clear();
  parsedRates.set(text, units);
  return units;
}

export type Rounding = 'half-up' | 'up' | 'down';

/** Returns `dividend / divisor` for non-negative integers, rounded as `rounding` says. */
export function divide(dividend: bigint, divisor: bigint, rounding: Rounding): bigint {
  if (rounding === 'down') return dividend / divisor;
  if (rounding === 'up') return (dividend + divisor - 1n) / divisor;
  return (2n * dividend + divisor) / (2n * divisor);
}

/**
 * A currency with its rate: units of the main currency for one unit of it, as a decimal string. The main one has "1".
 */
type Rated = { readonly currency: string; readonly rate: string };
/** An exact amount of minor units. */
export type Ratio = { readonly dividend: bigint; readonly divisor: bigint };

/** Converts minor units between two currencies without rounding. Integer arithmetic throughout. */
export const ratioOf = (amountMinor: number, from: Rated, to: Rated): Ratio => ({
  dividend: BigInt(amountMinor) * rateUnits(from.rate) * 10n ** BigInt(exponentOf(to.currency)),
  divisor: rateUnits(to.rate) * 10n ** BigInt(exponentOf(from.currency)),
});

/** Converts minor units between two currencies, rounded to a minor unit. */
export function convertMinor(amountMinor: number, from: Rated, to: Rated, rounding: Rounding = 'half-up'): number {
  const { dividend, divisor } = ratioOf(amountMinor, from, to);
  return Number(divide(dividend, divisor, rounding));
}

/**
 * Returns minor units as outside systems write them, in major units with all their digits: `154736` UAH is "1547.36".
 */
export function amountText(amountMinor: number, currency: string): string {
  const digits = exponentOf(currency);
  const text = String(Math.abs(amountMinor)).padStart(digits + 1, '0');
  const whole = `${amountMinor < 0 ? '-' : ''}${text.slice(0, text.length - digits)}`;
  return digits === 0 ? whole : `${whole}.${text.slice(-digits)}`;
}

/**
 * Parses an amount in major units with any number of trailing zeros ("490", "490.0"). Returns null when it is not
 * exact.
 */
export function parseAmount(text: string, currency: string): number | null {
  const [, whole, fraction = ''] = /^(\d{1,16})(?:\.(\d{1,18}))?$/.exec(text) ?? [];
  if (whole === undefined) return null;
  const digits = exponentOf(currency);
  if (/[^0]/.test(fraction.slice(digits))) return null;
  const minor = Number(whole + fraction.slice(0, digits).padEnd(digits, '0'));
  return Number.isSafeInteger(minor) ? minor : null;
}

/** Returns the share of an amount in basis points (1/100 of a percent), rounded down. */
export const shareDown = (amountMinor: number, bps: number): number =>
  Number((BigInt(amountMinor) * BigInt(bps)) / 10_000n);
