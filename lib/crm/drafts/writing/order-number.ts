/** An order's number as people type it: nine places of Crockford base32 behind a P, O for 0 and I for 1 among them. */
const NUMBER = /(?<![\p{L}\p{N}])[PР][\s-]?([0-9A-Z]{9})(?![\p{L}\p{N}])/giu;

/** The first number of an order that a text names, as it is stored; null where it names none. */
export function orderNumberOf(text: string): string | null {
  for (const [, places = ''] of text.matchAll(NUMBER)) {
    const clean = places.toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1');
    if (/^[0-9A-HJKMNP-TV-Z]{9}$/.test(clean) && /\d/.test(places)) return `P${clean}`;
  }
  return null;
}
