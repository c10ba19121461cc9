import { conflict } from '#lib/core/errors.ts';

/**
 * Returns the error for lines that request more units than this buyer can have. `available` holds the number that the
 * buyer could have of each product.
 */
export const notEnoughStock = (available: ReadonlyMap<string, number>, more: Readonly<Record<string, string>> = {}) =>
  conflict('There is not enough in stock', {
    code: 'InsufficientStock',
    details: { ...Object.fromEntries([...available].map(([id, count]) => [id, String(Math.max(0, count))])), ...more },
  });
