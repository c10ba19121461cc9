type Dated = { readonly createdAt: string };
export type DayGroup<T> = { readonly day: string; readonly rows: readonly T[] };

/** Groups rows by day in this browser's time zone, in their order. `day` is `2026-03-02`. */
export function byDay<T extends Dated>(rows: readonly T[]): DayGroup<T>[] {
  const groups: { day: string; rows: T[] }[] = [];
  for (const row of rows) {
    const day = dayOf(new Date(row.createdAt));
    const last = groups.at(-1);
    if (last?.day === day) last.rows.push(row);
    else groups.push({ day, rows: [row] });
  }
  return groups;
}

/** Returns a day in words: today, yesterday, else its date, with the year if it is another. */
export function dayText(day: string, now: Date, locale: string): string {
  const spoken = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  if (day === dayOf(now)) return capital(spoken.format(0, 'day'), locale);
  if (day === dayOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1)))
    return capital(spoken.format(-1, 'day'), locale);
  const date = new Date(`${day}T12:00:00`);
  const isThisYear = date.getFullYear() === now.getFullYear();
  const form: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'long' };
  return new Intl.DateTimeFormat(locale, isThisYear ? form : { ...form, year: 'numeric' }).format(date);
}

const steps = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** Returns how long ago a time was, in its largest whole unit up to days. Less than a minute ago is now. */
export function agoText(at: string, now: Date, locale: string): string {
  const past = Math.max(now.getTime() - Date.parse(at), 0);
  const spoken = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' });
  const [unit, ms] = steps.find(([, length]) => past >= length) ?? (['second', Number.POSITIVE_INFINITY] as const);
  return spoken.format(-Math.floor(past / ms), unit);
}

function dayOf(date: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

const capital = (text: string, locale: string) => text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);
