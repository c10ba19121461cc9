import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/core/durations.ts';
import { memoize } from '#lib/core/memoize.ts';
import type { Locale } from '#lib/i18n/values.ts';
import type { Reader } from './texts.ts';

/** English dates of the console are written day first, with a 24-hour clock. */
const tags: Readonly<Record<Locale, string>> = { en: 'en-GB', uk: 'uk', ru: 'ru' };

const formatOf = memoize((key) => {
  const [tag = 'en-GB', timeZone = 'UTC', timeStyle] = key.split(' ');
  const time = timeStyle === 'medium' ? 'medium' : 'short';
  return new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: time, timeZone });
});

const dayOf = memoize((key) => {
  const [tag = 'en-GB', timeZone = 'UTC'] = key.split(' ');
  return new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeZone });
});

const shortDayOf = memoize((key) => {
  const [tag = 'en-GB', timeZone = 'UTC', year] = key.split(' ');
  return new Intl.DateTimeFormat(tag, {
    day: 'numeric',
    month: 'short',
    timeZone,
    ...(year === 'year' && { year: 'numeric' }),
  });
});

const yearOf = memoize((timeZone) => new Intl.DateTimeFormat('en', { year: 'numeric', timeZone }));

/** Returns the day of a time in the language and the time zone of the reader, without the year when `now` is in it. */
export function shortDayText(at: string, now: string, { locale, zone }: Reader): string {
  const year = yearOf(zone);
  const isThisYear = year.format(new Date(at)) === year.format(new Date(now));
  return shortDayOf(`${tags[locale]} ${zone} ${isThisYear ? '' : 'year'}`).format(new Date(at));
}

/** Returns the day of a time in the language and the time zone of the reader. */
export const dayText = (at: string, { locale, zone }: Reader): string =>
  dayOf(`${tags[locale]} ${zone}`).format(new Date(at));

/** Returns a time in the language and the time zone of the reader. */
export const timeText = (at: string, { locale, zone }: Reader): string =>
  formatOf(`${tags[locale]} ${zone} short`).format(new Date(at));

/** Returns the same with seconds, for lists where the order of events matters. */
export const momentText = (at: string, { locale, zone }: Reader): string =>
  formatOf(`${tags[locale]} ${zone} medium`).format(new Date(at));

const distanceOf = memoize((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'always' }));
const units = [
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
] as const;

/** Returns how far a time lies from now, in whole days, hours or minutes: "2 days ago", "in 3 hours". */
export function distanceText(at: string, now: Date, { locale }: Reader): string {
  const ms = new Date(at).getTime() - now.getTime();
  const [unit, length] = units.find(([, unitMs]) => Math.abs(ms) >= unitMs) ?? units[2];
  return distanceOf(locale).format(Math.trunc(ms / length), unit);
}
