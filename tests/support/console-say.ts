import type { ConsoleRoom, ConsoleTexts, Reader, Say } from '#lib/i18n/console/texts.ts';
import { fill } from '#lib/i18n/fill.ts';
import type { Locale } from '#lib/i18n/values.ts';

export const readerInUtc: Reader = { locale: 'en', zone: 'UTC' };

/** Returns the function that fills the texts of a room of the console, for tests of what the console says. */
export async function sayOf<R extends ConsoleRoom>(room: R, locale: Locale = 'en'): Promise<Say<R>> {
  const { default: texts }: { default: ConsoleTexts<R> } = await import(
    `../../lib/i18n/console/${locale}/${room}.json`
  );
  const raw: Readonly<Record<string, string>> = texts;
  return (key, values = {}) => fill(raw[key] ?? key, values, locale);
}
