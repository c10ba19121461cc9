/** The members of a JSON object, every number as the text it was spelled with: `490.00` stays `490.00`. */
export type Fields = Readonly<Record<string, unknown>>;

type Source = { readonly source?: string };

/** Reads a JSON object without losing how its numbers were written, for that is what is signed; null for anything else. */
export function readFields(text: string): Fields | null {
  try {
    const parsed: unknown = JSON.parse(text, (_key, value: unknown, context?: Source) =>
      typeof value === 'number' ? context?.source : value,
    );
    return isFields(parsed) ? parsed : null;
  } catch {
    return null;
  }
}

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A member as one text: absent and null are the empty one, and what is not a single value is null. */
export function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  return typeof value === 'boolean' ? String(value) : null;
}

const plainNumber = /^\d{1,16}(?:\.\d{1,40})?$/;

/**
 * How an amount may have been spelled when it was signed: as it came, as a program prints the number it read, and with
 * two decimals. Programs write one number as `490`, `490.0` or `490.00`, and 1547.36 also as `1547.3599999999999`.
 */
export function amountSpellings(lexeme: string): readonly string[] {
  if (!plainNumber.test(lexeme)) return [lexeme];
  const printed = String(Number(lexeme));
  const [whole = '', fraction = ''] = printed.split('.');
  const decimals = fraction.length <= 2 ? [`${whole}.${fraction.padEnd(2, '0')}`] : [];
  return [...new Set([lexeme, printed, ...decimals])];
}
