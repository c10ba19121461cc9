import { countries } from '#lib/core/countries.ts';
import { regionNames } from './region-name.ts';
import type { Locale } from './values.ts';

/** A country by its code, with its name in the language of a reader. */
export type NamedCountry = { readonly code: string; readonly name: string };

/** Returns the countries by their names in a language, sorted as its readers expect. */
export function namedCountries(locale: Locale): readonly NamedCountry[] {
  const names = regionNames(locale);
  const named = countries.map((code) => ({ code, name: names.of(code) ?? code }));
  return named.sort((a, b) => a.name.localeCompare(b.name, locale));
}
