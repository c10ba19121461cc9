import type { HeaderReader } from '#lib/core/asked.ts';
import { cookieOf } from '#lib/core/cookies.ts';
import { type Locale, locales } from '#lib/i18n/values.ts';

/** Set by `proxy.ts` for pages under /uk and /ru; the server process deletes what a caller sent under this name. */
export const LOCALE_HEADER = 'x-plaza-locale';
/** Holds the language a person has chosen. */
export const LOCALE_COOKIE = 'plaza_locale';

const isLocale = (text: string | undefined): text is Locale => locales.some((locale) => locale === text);

/**
 * The language of an answer: that of the address, else the account's own, else the chosen one, else the one of
 * those we speak that the browser likes best.
 */
export function localeOf(headers: HeaderReader, fallback: Locale, own?: Locale): Locale {
  const byAddress = headers.get(LOCALE_HEADER) ?? undefined;
  if (isLocale(byAddress)) return byAddress;
  if (own !== undefined) return own;
  const chosen = cookieOf(headers, LOCALE_COOKIE);
  if (isLocale(chosen)) return chosen;
  const accept = headers.get('accept-language');
  return (accept && preferred(accept)) || fallback;
}

/** The language an address alone speaks, whoever asks: English where nothing stands before the path. */
export function addressLocale(headers: HeaderReader): Locale {
  const byAddress = headers.get(LOCALE_HEADER) ?? undefined;
  return isLocale(byAddress) ? byAddress : 'en';
}

/** Of the languages we speak the one with the greatest weight; of equals the one that is named first. */
function preferred(accept: string): Locale | undefined {
  return accept
    .slice(0, 200)
    .toLowerCase()
    .split(',')
    .map((range) => ({ language: range.trim().slice(0, 2), weight: weightOf(range) }))
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ language }) => language)
    .find(isLocale);
}

const weightOf = (range: string): number => Number(/;\s*q=([\d.]+)/.exec(range)?.[1] ?? 1);
