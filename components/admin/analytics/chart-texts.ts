import { type ChartWords, dayTextOf } from '#components/ui/chart/day-chart.tsx';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';

/** Returns what the charts of the analytics say: their words, counts, and what each shows in a sentence. */
export async function chartTexts() {
  const { t, locale } = await consoleTexts('analytics');
  const words: ChartWords = { locale, day: t('day'), asTable: t('asTable') };
  const dayText = dayTextOf(locale);
  const numbers = new Intl.NumberFormat(locale);
  const count = (value: number): string => numbers.format(value);

  /** Counts of days: how many in all, and the day with the most. */
  function sumOf(title: string, days: readonly string[], values: readonly number[]): string {
    const total = values.reduce((sum, value) => sum + value, 0);
    if (total === 0) return t('summaryNone', { title });
    const most = Math.max(...values);
    return t('summarySum', {
      title,
      total: count(total),
      most: count(most),
      day: dayText(days[values.indexOf(most)] ?? ''),
    });
  }

  /** Measures of days: the last one, and the day with the highest. */
  function courseOf(
    title: string,
    days: readonly string[],
    values: readonly (number | null)[],
    text: (value: number) => string,
  ): string {
    const known = values.flatMap((value, at) => (value === null ? [] : [{ value, day: dayText(days[at] ?? '') }]));
    const last = known.at(-1);
    const [highest] = known.toSorted((a, b) => b.value - a.value);
    if (!last || !highest) return t('summaryNone', { title });
    return t('summaryCourse', {
      title,
      last: text(last.value),
      lastDay: last.day,
      highest: text(highest.value),
      day: highest.day,
    });
  }

  return { words, count, sumOf, courseOf };
}
