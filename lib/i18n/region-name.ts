import { memoize } from '#lib/core/memoize.ts';
import type { Locale } from './values.ts';

/** The names of countries and territories in a language. */
export const regionNames = memoize((locale) => new Intl.DisplayNames(locale, { type: 'region' }));

/** Returns the name of a country in a language, or its code where it has none. */
export const regionName = (code: string, locale: Locale): string => regionNames(locale).of(code) ?? code;
