import 'server-only';
import { pageContext } from '#lib/api/page-context.ts';
import type { ConsoleRoom, ConsoleTexts } from '#lib/i18n/console/texts.ts';
import type { Locale } from '#lib/i18n/values.ts';
import { roomTexts } from './room-texts.ts';

/**
 * Returns the texts of a room of the console in the language of the account, unless another is given. It checks no
 * role, so that metadata can call it. The page does that with `pageContext`.
 */
export async function consoleTexts<R extends ConsoleRoom>(room: R, asked?: Locale) {
  const ctx = await pageContext('public');
  const locale = asked ?? ctx.user?.locale ?? ctx.locale;
  const { default: texts }: { default: ConsoleTexts<R> } = await import(`../../i18n/console/${locale}/${room}.json`);
  return roomTexts(texts, { locale, zone: ctx.user?.timezone ?? 'UTC' });
}
