/**
 * Matches an order number as people type it: a P and nine characters of Crockford base32. O may be typed for 0 and I
 * for 1.
 */
const NUMBER = /(?<![\p{L}\p{N}])[PР][\s-]?([0-9A-Z]{9})(?![\p{L}\p{N}])/giu;

/** Returns the first order number in a text, in its stored form, or null. */
export function orderNumberOf(text: string): string | null {
  for (const [, places = ''] of text.matchAll(NUMBER)) {
    const clean = places.toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1');
    if (/^[0-9A-HJKMNP-TV-Z]{9}$/.test(clean) && /\d/.test(places)) return `P${clean}`;
  }
  return null;
}
