import { type Locale, locales } from './values.ts';

/** Where a page lives in a language: English has no prefix. */
export const localPath = (path: string, locale: Locale): string =>
  locale === 'en' ? path : `/${locale}${path === '/' ? '' : path}`;

/** What search engines are told: where this page lives, and where it is to be had in the other languages. */
export const alternates = (path: string, locale: Locale) => ({
  canonical: localPath(path, locale),
  languages: {
    ...Object.fromEntries(locales.map((other) => [other, localPath(path, other)])),
    'x-default': localPath(path, 'en'),
  },
});
