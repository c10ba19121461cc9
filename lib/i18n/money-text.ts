import { memoize } from '#lib/core/memoize.ts';

const formatOf = memoize((key) => {
  const [locale = '', currency = ''] = key.split(' ');
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    trailingZeroDisplay: 'stripIfInteger',
  });
  return { format, digits: format.resolvedOptions().maximumFractionDigits ?? 2 };
});

/**
 * Formats an amount of minor units in a language, without unneeded zeros: "€29", "1 547,36 ₴". It is exact: Intl gets
 * the amount as decimal text, never as a float.
 */
export function moneyText(minor: number, currency: string, locale: string): string {
  const { format, digits } = formatOf(`${locale} ${currency}`);
  return format.format(decimalText(minor, digits));
}

/** Returns minor units as a plain decimal number: 154736 with two digits is "1547.36". */
export function decimalText(minor: number, digits: number): `${number}` {
  const figures = String(Math.abs(minor)).padStart(digits + 1, '0');
  const whole = figures.slice(0, figures.length - digits);
  const text = digits === 0 ? figures : `${whole}.${figures.slice(-digits)}`;
  return `${minor < 0 ? '-' : ''}${text}` as `${number}`; // digits and one point, by construction
}

/** Returns how many decimal digits a currency has. */
export const digitsOf = memoize(
  (currency) =>
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2,
);

/**
 * Parses the text of a price field into minor units, or null when it is no amount. Comma and point are both decimal
 * separators.
 */
export function minorOf(typed: string, digits: number): number | null {
  const found = /^(\d{1,12})(?:[.,](\d{1,3}))?$/.exec(typed.replaceAll(/[\s\u00a0]/g, ''));
  if (!found) return null;
  const [, whole = '', fraction = ''] = found;
  if (fraction.length > digits) return null;
  return Number(whole + fraction.padEnd(digits, '0'));
}
