import { type Locale, locales } from './values.ts';

/** Returns the address of a page in a language: English has no prefix. */
export const localPath = (path: string, locale: Locale): string =>
  locale === 'en' ? path : `/${locale}${path === '/' ? '' : path}`;

/** Returns the canonical address of a page and its addresses in other languages, for search engines. */
export const alternates = (path: string, locale: Locale) => ({
  canonical: localPath(path, locale),
  languages: {
    ...Object.fromEntries(locales.map((language) => [language, localPath(path, language)])),
    'x-default': localPath(path, 'en'),
  },
});
