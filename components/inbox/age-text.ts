import type { Reader, Say } from '#lib/i18n/console/texts.ts';
import { shortDayText } from '#lib/i18n/console/times.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** What the age of a time is written with. */
export type AgeWords = { readonly t: Say<'inbox'>; readonly reader: Reader };

/** Returns the age of a time in the short form of a list row. From seven days on it returns the date. */
export function ageText(at: string, now: string, { t, reader }: AgeWords): string {
  const past = Date.parse(now) - Date.parse(at);
  if (past < MINUTE) return t('age_now');
  return shortAge(past, t) ?? shortDayText(at, now, reader);
}

/** Returns the age as a part of a sentence. */
export function agoText(at: string, now: string, { t, reader }: AgeWords): string {
  const past = Date.parse(now) - Date.parse(at);
  if (past < MINUTE) return t('agoNow');
  const age = shortAge(past, t);
  return age === null ? t('onDate', { date: shortDayText(at, now, reader) }) : t('ago', { age });
}

function shortAge(past: number, t: Say<'inbox'>): string | null {
  if (past < HOUR) return t('age_min', { n: Math.floor(past / MINUTE) });
  if (past < DAY) return t('age_h', { n: Math.floor(past / HOUR) });
  return past < 7 * DAY ? t('age_d', { n: Math.floor(past / DAY) }) : null;
}

/** Formats a duration in its two largest units at most. */
export function spanText(seconds: number, t: Say<'inbox'>): string {
  if (seconds < 60) return t('seconds', { n: Math.round(seconds) });
  if (seconds < 3600) return t('age_min', { n: Math.round(seconds / 60) });
  const minutes = Math.round(seconds / 60);
  if (seconds < 86_400) return parts(['age_h', Math.floor(minutes / 60)], ['age_min', minutes % 60], t);
  const hours = Math.round(seconds / 3600);
  return parts(['age_d', Math.floor(hours / 24)], ['age_h', hours % 24], t);
}

type Part = readonly [unit: 'age_d' | 'age_h' | 'age_min', n: number];
const parts = ([unit, n]: Part, [smaller, rest]: Part, t: Say<'inbox'>): string =>
  rest === 0 ? t(unit, { n }) : `${t(unit, { n })} ${t(smaller, { n: rest })}`;
