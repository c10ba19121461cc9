import { countries } from '#lib/core/countries.ts';
import { memoize } from '#lib/core/memoize.ts';
import type { Locale } from './values.ts';

/** A country by its code, with its name in the language of a reader. */
export type NamedCountry = { readonly code: string; readonly name: string };

const namesOf = memoize((locale) => new Intl.DisplayNames(locale, { type: 'region' }));

/** Returns the countries by their names in a language, sorted as its readers expect. */
export function namedCountries(locale: Locale): readonly NamedCountry[] {
  const names = namesOf(locale);
  const named = countries.map((code) => ({ code, name: names.of(code) ?? code }));
  return named.sort((a, b) => a.name.localeCompare(b.name, locale));
}

/** Returns the name of a country in a language, or its code where it has none. */
export const regionName = (code: string, locale: Locale): string => namesOf(locale).of(code) ?? code;
