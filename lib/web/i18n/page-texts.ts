import 'server-only';
import { headers } from 'next/headers';
import { getLocale, getMessages, getTranslations } from 'next-intl/server';
import { LOCALE_HEADER } from '#lib/api/locale.ts';
import type { Namespace, Texts } from '#lib/i18n/texts.ts';
import type { Locale } from '#lib/i18n/values.ts';
import { type Go, localLinks } from './local-links.ts';

/** The words of a page, its language, and how its links stay in the language of the address. */
export async function pageTexts<N extends Namespace>(namespace: N) {
  const [t, locale, go] = await Promise.all([getTranslations(namespace), getLocale(), pageLinks()]);
  return { t, locale, go };
}

/** The raw messages of a namespace, for a client component to fill in; in the reader's language unless another is named. */
export async function clientTexts<N extends Namespace>(namespace: N, locale?: Locale): Promise<Texts<N>> {
  return (await getMessages(locale && { locale }))[namespace];
}

/** Links that keep the language prefix of the address this page was asked under. */
export async function pageLinks(): Promise<Go> {
  return localLinks((await headers()).get(LOCALE_HEADER));
}
