/** The members of a JSON object, with every number as its original text: `490.00` stays `490.00`. */
export type Fields = Readonly<Record<string, unknown>>;

type Source = { readonly source?: string };

/**
 * Parses a JSON object and keeps the spelling of its numbers, because that spelling is signed. Returns null for
 * anything else.
 */
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

/** Returns a member as text: '' for a missing member or null, and null for an object or a list. */
export function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  return typeof value === 'boolean' ? String(value) : null;
}

const plainNumber = /^\d{1,16}(?:\.\d{1,40})?$/;

/**
 * Returns the spellings an amount may have had when it was signed: as received, as a program prints the number, and
 * with two decimals. Programs write one number as `490`, `490.0` or `490.00`, and 1547.36 also as
 * `1547.3599999999999`.
 */
export function amountSpellings(lexeme: string): readonly string[] {
  if (!plainNumber.test(lexeme)) return [lexeme];
  const printed = String(Number(lexeme));
  const [whole = '', fraction = ''] = printed.split('.');
  const decimals = fraction.length <= 2 ? [`${whole}.${fraction.padEnd(2, '0')}`] : [];
  return [...new Set([lexeme, printed, ...decimals])];
}
