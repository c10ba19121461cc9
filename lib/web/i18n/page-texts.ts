import 'server-only';
import { headers } from 'next/headers';
import { createTranslator } from 'next-intl';
import { getLocale, getMessages, getTimeZone, type getTranslations } from 'next-intl/server';
import { LOCALE_HEADER } from '#lib/api/locale.ts';
import type { Messages, Namespace, Texts } from '#lib/i18n/texts.ts';
import type { Locale } from '#lib/i18n/values.ts';
import { type Go, localLinks } from './local-links.ts';

type Translator<N extends Namespace> = Awaited<ReturnType<typeof getTranslations<N>>>;
type Reading = { readonly messages: Messages; readonly locale: Locale; readonly timeZone: string };

/** Languages, time zones and namespaces that are kept at once. */
const MOST_KEPT = 500;
/** The translators of this process by their messages, which change only when a developer edits them. */
const kept = new WeakMap<Messages, Map<string, Translator<Namespace>>>();

/**
 * Returns the translator of a namespace. It is kept for all requests with the messages that it has parsed: `getTranslations`
 * makes a new one for each request, and parsing and the formats of Intl took a twentieth of the CPU of a catalog page.
 */
function translatorOf<N extends Namespace>({ messages, locale, timeZone }: Reading, namespace: N): Translator<N> {
  const ofMessages = kept.get(messages) ?? new Map<string, Translator<Namespace>>();
  kept.set(messages, ofMessages);
  const key = `${locale} ${timeZone} ${namespace}`;
  const known = ofMessages.get(key);
  if (known) return known as unknown as Translator<N>;
  if (ofMessages.size >= MOST_KEPT) ofMessages.clear();
  const made: unknown = createTranslator({ messages, locale, timeZone, namespace: namespace as Namespace });
  ofMessages.set(key, made as Translator<Namespace>);
  return made as Translator<N>;
}

/** Returns the texts of a page, its language, and the function that keeps its links in that language. */
export async function pageTexts<N extends Namespace>(namespace: N) {
  const [messages, locale, timeZone, go] = await Promise.all([getMessages(), getLocale(), getTimeZone(), pageLinks()]);
  return { t: translatorOf({ messages, locale, timeZone }, namespace), locale, go };
}

/** Returns the raw messages of a namespace for a client component, in the reader's language unless another is given. */
export async function clientTexts<N extends Namespace>(namespace: N, locale?: Locale): Promise<Texts<N>> {
  return (await getMessages(locale && { locale }))[namespace];
}

/** Returns the function that keeps the language prefix of this page's address in links. */
export async function pageLinks(): Promise<Go> {
  return localLinks((await headers()).get(LOCALE_HEADER));
}
