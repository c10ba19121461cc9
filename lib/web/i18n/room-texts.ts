import type { Reader } from '#lib/i18n/console/texts.ts';
import { dayText, momentText, timeText } from '#lib/i18n/console/times.ts';
import { fill } from '#lib/i18n/fill.ts';

type Values = Parameters<typeof fill>[1];

/**
 * Returns the texts of a room of a console for a reader: `t` fills one, `texts` go to a client component, `timeOf`,
 * `momentOf` and `dayOf` write a time in the reader's time zone.
 */
export function roomTexts<T extends object>(texts: T, reader: Reader) {
  const raw = texts as Readonly<Record<string, string>>; // a catalog holds nothing but texts
  const { locale } = reader;
  return {
    locale,
    reader,
    texts,
    t: (key: keyof T & string, values: Values = {}) => fill(raw[key] ?? key, values, locale),
    timeOf: (at: string) => timeText(at, reader),
    momentOf: (at: string) => momentText(at, reader),
    dayOf: (at: string) => dayText(at, reader),
  };
}
