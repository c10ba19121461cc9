import { z } from 'zod';
import { wholeInQuery } from './query-values.ts';

/** The size of a page. A value above `most` is reduced to it. A value below 1 or not a plain number is rejected. */
export const pageLimit = (usual: number, most: number) =>
  wholeInQuery('must be a whole number of at least 1', { least: 1 })
    .transform((asked) => Math.min(asked, most))
    .default(usual);

/** A cursor or an id, as a query contains it. */
export const cursorText = z.string().regex(/^[A-Za-z0-9_-]{1,2000}$/, 'is not a valid cursor');
