import type { Texts } from '#lib/i18n/texts.ts';

export type Zone = { readonly locale: string; readonly timeZone: string };
/** Formats times for the reader. */
export type Clock = {
  /** Returns the reader's calendar day of an instant, as sortable text. */
  readonly dayOf: (at: string) => string;
  readonly time: (at: string) => string;
  readonly full: (at: string) => string;
  /** Returns a day in words: today, yesterday, its weekday, or its date. */
  readonly dayText: (at: string, now: number) => string;
  /** Returns the same in short for a row of the list: the time if it was today. */
  readonly rowTime: (at: string, now: number) => string;
};

const DAY_MS = 86_400_000;

/**
 * Opens a clock once per page: a conversation formats hundreds of times, and creating a formatter costs more than using
 * it.
 */
export function openClock({ locale, timeZone }: Zone, texts: Pick<Texts<'messages'>, 'today' | 'yesterday'>): Clock {
  const made = (options: Intl.DateTimeFormatOptions, spoken = locale) => {
    const format = new Intl.DateTimeFormat(spoken, { timeZone, ...options });
    return (at: string) => format.format(new Date(at));
  };
  const dayOf = made({ year: 'numeric', month: '2-digit', day: '2-digit' }, 'en-CA');
  const time = made({ hour: 'numeric', minute: '2-digit' });
  const weekday = made({ weekday: 'long' });
  const date = made({ day: 'numeric', month: 'long' });
  const dated = made({ day: 'numeric', month: 'long', year: 'numeric' });
  const shortDay = made({ weekday: 'short' });
  const shortDate = made({ day: 'numeric', month: 'numeric', year: '2-digit' });
  const daysAgo = (at: string, now: number) =>
    Math.round((Date.parse(dayOf(new Date(now).toISOString())) - Date.parse(dayOf(at))) / DAY_MS);

  return {
    dayOf,
    time,
    full: made({ dateStyle: 'long', timeStyle: 'short' }),
    dayText(at, now) {
      const ago = daysAgo(at, now);
      if (ago === 0) return texts.today;
      if (ago === 1) return texts.yesterday;
      if (ago > 1 && ago < 7) return weekday(at);
      return dayOf(at).slice(0, 4) === dayOf(new Date(now).toISOString()).slice(0, 4) ? date(at) : dated(at);
    },
    rowTime(at, now) {
      const ago = daysAgo(at, now);
      if (ago <= 0) return time(at);
      return ago < 7 ? shortDay(at) : shortDate(at);
    },
  };
}
