/** Formats an average rating in a language: "4.9", "4,9". */
export const scoreText = (average: number, locale: string): string =>
  new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(average);
