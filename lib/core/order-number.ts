import { newNumber } from './ids.ts';

/**
 * Returns the number of a new order: a P and nine characters of Crockford base32, at least one of them a digit, because
 * a word without a digit is not read as a number (see `findOrderNumber`).
 */
export function newOrderNumber(): string {
  for (;;) {
    const number = newNumber('P', 9);
    if (/\d/.test(number)) return number;
  }
}

export const ORDER_NUMBER = /^P[0-9A-HJKMNP-TV-Z]{9}$/;
export const ORDER_NUMBER_IN_TEXT = /\bP[0-9A-HJKMNP-TV-Z]{9}\b/iu;

/** Matches a number as people type it: O may be typed for 0, and I or L for 1. */
const TYPED = /(?<![\p{L}\p{N}])[PР][\s-]?([0-9A-Z]{9})(?![\p{L}\p{N}])/giu;

/** Returns the first order number in a text, in its stored form, or null. */
export function findOrderNumber(text: string): string | null {
  for (const [, places = ''] of text.matchAll(TYPED)) {
    const number = `P${places.toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1')}`;
    if (ORDER_NUMBER.test(number) && /\d/.test(places)) return number;
  }
  return null;
}
