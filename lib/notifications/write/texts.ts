import { fill } from '#lib/i18n/fill.ts';
import { moneyText } from '#lib/i18n/money-text.ts';
import type { Locale } from '#lib/i18n/values.ts';
import en from './texts/en.json' with { type: 'json' };
import ru from './texts/ru.json' with { type: 'json' };
import type { NotificationTexts } from './texts/schema.ts';
import uk from './texts/uk.json' with { type: 'json' };

export type TextParams = Readonly<Record<string, string | number>>;
type Words = NotificationTexts['templates'][string];

export type Template = keyof typeof en.templates;
export const templates = Object.keys(en.templates) as Template[]; // its own keys, by construction

type Texts = NotificationTexts & { readonly templates: Readonly<Record<Template, Words>> };
export const texts: Readonly<Record<Locale, Texts>> = { en, uk, ru };

/** The reader's own time zone is not known here, so a day is that of UTC. */
const dayText = (at: string, locale: Locale): string =>
  new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(at),
  );

/**
 * Returns the text of a template in one language. Values are inserted as they are: user input is never parsed as a
 * template.
 */
export function textOf(template: Template, params: TextParams, locale: Locale): Words {
  const { title, message } = texts[locale].templates[template];
  const { totalMinor, currency } = params;
  const total =
    typeof totalMinor === 'number' && typeof currency === 'string'
      ? { total: moneyText(totalMinor, currency, locale) }
      : {};
  const day = typeof params.onDay === 'string' ? { day: dayText(params.onDay, locale) } : {};
  const values = { ...params, ...total, ...day };
  // A message may end with a value that is missing.
  return { title: fill(title, values, locale), message: fill(message, values, locale).trimEnd() };
}
