import 'server-only';
import { headers } from 'next/headers';
import { getLocale, getMessages, getTranslations } from 'next-intl/server';
import { LOCALE_HEADER } from '#lib/api/locale.ts';
import type { Namespace, Texts } from '#lib/i18n/texts.ts';
import type { Locale } from '#lib/i18n/values.ts';
import { type Go, localLinks } from './local-links.ts';

/** Returns the texts of a page, its language, and the function that keeps its links in that language. */
export async function pageTexts<N extends Namespace>(namespace: N) {
  const [t, locale, go] = await Promise.all([getTranslations(namespace), getLocale(), pageLinks()]);
  return { t, locale, go };
}

/** Returns the raw messages of a namespace for a client component, in the reader's language unless another is given. */
export async function clientTexts<N extends Namespace>(namespace: N, locale?: Locale): Promise<Texts<N>> {
  return (await getMessages(locale && { locale }))[namespace];
}

/** Returns the function that keeps the language prefix of this page's address in links. */
export async function pageLinks(): Promise<Go> {
  return localLinks((await headers()).get(LOCALE_HEADER));
}
