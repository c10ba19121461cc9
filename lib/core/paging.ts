import { z } from 'zod';
import { wholeInQuery } from './query-values.ts';

/** How many a page shows: above the most it is clamped, below 1 or not a plain number it is refused. */
export const pageLimit = (usual: number, most: number) =>
  wholeInQuery('must be a whole number from 1', { least: 1 })
    .transform((asked) => Math.min(asked, most))
    .default(usual);

/** A cursor or an id, as it stands in a query. */
export const cursorText = z.string().regex(/^[A-Za-z0-9_-]{1,2000}$/, 'is not a cursor');
