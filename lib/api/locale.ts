import { cookieOf } from '#lib/core/cookies.ts';
import type { HeaderReader } from '#lib/core/request-head.ts';
import { type Locale, locales } from '#lib/i18n/values.ts';

/** Set by `proxy.ts` for pages under /uk and /ru. The server process deletes this header from incoming requests. */
export const LOCALE_HEADER = 'x-plaza-locale';
/** Holds the language that a user has chosen. */
export const LOCALE_COOKIE = 'plaza_locale';

const isLocale = (text: string | undefined): text is Locale => locales.some((locale) => locale === text);

/**
 * Returns the language of a response: that of the address, else the account's own, else the chosen one, else the
 * supported language that the browser prefers.
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

/** Returns the language of the address alone, for every caller: English without a prefix. */
export function addressLocale(headers: HeaderReader): Locale {
  const byAddress = headers.get(LOCALE_HEADER) ?? undefined;
  return isLocale(byAddress) ? byAddress : 'en';
}

/** Returns the supported language with the greatest weight. Of equals the first one wins. */
function preferred(accept: string): Locale | undefined {
  return accept
    .slice(0, 200)
    .toLowerCase()
    .split(',')
    .map((range) => ({ language: range.trim().slice(0, 2), weight: weightOf(range) }))
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ language }) => language)
    .find(isLocale);
}

const weightOf = (range: string): number => Number(/;\s*q=([\d.]+)/.exec(range)?.[1] ?? 1);
