import { conflict } from '#lib/core/errors.ts';

/** Refuses lines of which this buyer can have less than asked; `available` says how many of each they could have. */
export const notEnoughStock = (available: ReadonlyMap<string, number>, more: Readonly<Record<string, string>> = {}) =>
  conflict('There is not enough in stock', {
    code: 'InsufficientStock',
    details: { ...Object.fromEntries([...available].map(([id, count]) => [id, String(Math.max(0, count))])), ...more },
  });
