import { z } from 'zod';

const toNumber = (text: unknown): unknown =>
  typeof text === 'string' && /^0*\d{1,15}$/.test(text) ? Number(text) : text;

const toBoolean = (text: unknown): unknown => {
  if (text === 'true') return true;
  return text === 'false' ? false : text;
};

/**
 * Parses a whole number from a query, at least `least` and at most `most`. The API document describes a number,
 * because generated clients rely on it.
 */
export const wholeInQuery = (message: string, { least = 0, most = Number.MAX_SAFE_INTEGER } = {}) =>
  z.preprocess(toNumber, z.int(message).min(least, message).max(most, message));

/** Parses `true` or `false` from a query. The API document describes a boolean. */
export const booleanInQuery = z.preprocess(toBoolean, z.boolean('must be true or false'));
