import { type Locale, locales } from '#lib/auth/values.ts';

const pathIn = (path: string, locale: Locale): string =>
  locale === 'en' ? path : `/${locale}${path === '/' ? '' : path}`;

/** What search engines are told: where this page lives, and where it is to be had in the other languages. */
export const alternates = (path: string, locale: Locale) => ({
  canonical: pathIn(path, locale),
  languages: {
    ...Object.fromEntries(locales.map((other) => [other, pathIn(path, other)])),
    'x-default': pathIn(path, 'en'),
  },
});
