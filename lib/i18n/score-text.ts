import { memoize } from '#lib/core/memoize.ts';

const formatOf = memoize(
  (locale) => new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
);

/** Formats an average rating in a language: "4.9", "4,9". */
export const scoreText = (average: number, locale: string): string => formatOf(locale).format(average);
