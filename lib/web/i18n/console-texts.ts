import 'server-only';
import { pageContext } from '#lib/api/page-context.ts';
import type { ConsoleRoom, ConsoleTexts, Reader } from '#lib/i18n/console/texts.ts';
import { dayText, momentText, timeText } from '#lib/i18n/console/times.ts';
import { fill } from '#lib/i18n/fill.ts';
import type { Locale } from '#lib/i18n/values.ts';

type Values = Parameters<typeof fill>[1];

/**
 * Returns the texts of a room of the console in the language of the account, unless another is given: `t` fills one,
 * `texts` go to a client component, `timeOf`, `momentOf` and `dayOf` write a time in the account's time zone. It checks
 * no role, so that metadata can call it. The page does that with `pageContext`.
 */
export async function consoleTexts<R extends ConsoleRoom>(room: R, asked?: Locale) {
  const ctx = await pageContext('public');
  const reader: Reader = { locale: asked ?? ctx.user?.locale ?? ctx.locale, zone: ctx.user?.timezone ?? 'UTC' };
  const { locale } = reader;
  const { default: texts }: { default: ConsoleTexts<R> } = await import(`../../i18n/console/${locale}/${room}.json`);
  const raw: Readonly<Record<string, string>> = texts;
  return {
    locale,
    reader,
    texts,
    t: (key: keyof ConsoleTexts<R> & string, values: Values = {}) => fill(raw[key] ?? key, values, locale),
    timeOf: (at: string) => timeText(at, reader),
    momentOf: (at: string) => momentText(at, reader),
    dayOf: (at: string) => dayText(at, reader),
  };
}
