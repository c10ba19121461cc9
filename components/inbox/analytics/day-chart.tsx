import { ChartFrame } from '#components/ui/chart/chart-frame.tsx';
import { labelledDays, niceMax } from '#components/ui/chart/chart-scale.ts';
import { shortDayText } from '#lib/i18n/console/times.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';

export type Series = { readonly label: string; readonly fill: string; readonly values: readonly number[] };
type DayChartProps = {
  readonly title: string;
  readonly days: readonly string[];
  readonly series: readonly Series[];
  readonly text?: (value: number) => string;
};

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [640, 200, 44, 20, 10, 24];

/** Shows daily figures as grouped bars, rendered on the server. */
export async function DayChart({ title, days, series, text = String }: DayChartProps) {
  const { t, locale } = await consoleTexts('figures');
  const inUtc = { locale, zone: 'UTC' } as const;
  const dayText = (day: string) => shortDayText(`${day}T00:00:00Z`, `${day}T00:00:00Z`, inUtc);
  const max = niceMax(series.flatMap(({ values }) => values));
  const inner = WIDTH - LEFT - RIGHT;
  const slot = inner / Math.max(1, days.length);
  const bar = (slot * 0.8) / series.length;
  const heightOf = (value: number): number => (value / max) * (HEIGHT - TOP - BOTTOM);
  const ground = HEIGHT - BOTTOM;
  return (
    <ChartFrame
      title={title}
      asTable={t('asTable')}
      legend={series}
      head={[t('day'), ...series.map(({ label }) => label)]}
      rows={days.map((day, at) => [day, ...series.map(({ values }) => text(values[at] ?? 0))])}
    >
      <section
        aria-label={t('chart', { title })}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the chart scrolls on a phone, so the keyboard must reach it.
        tabIndex={0}
        // Right to left, so that the latest days are visible first when not all days fit.
        dir="rtl"
        className="overflow-x-auto"
      >
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          role="img"
          aria-label={t('chartByDay', { title })}
          className="w-full min-w-lg [direction:ltr]"
        >
          {(max % 2 === 0 ? [0, 0.5, 1] : [0, 1]).map((part) => (
            <g key={part}>
              <line
                x1={LEFT}
                x2={WIDTH - RIGHT}
                y1={ground - heightOf(max * part)}
                y2={ground - heightOf(max * part)}
                className="stroke-line"
              />
              <text
                x={LEFT - 6}
                y={ground - heightOf(max * part) + 4}
                textAnchor="end"
                className="fill-muted text-[11px]"
              >
                {text(max * part)}
              </text>
            </g>
          ))}
          {series.map(({ label, fill, values }, place) =>
            days.map((day, at) => {
              const height = heightOf(values[at] ?? 0);
              return (
                <rect
                  key={`${label} ${day}`}
                  x={LEFT + at * slot + slot * 0.1 + place * bar}
                  y={ground - height}
                  width={Math.max(1, bar - 0.5)}
                  height={height}
                  className={fill}
                />
              );
            }),
          )}
          {labelledDays(days.length, 7).map((at) => (
            <text
              key={at}
              x={LEFT + (at + 0.5) * slot}
              y={HEIGHT - 6}
              textAnchor="middle"
              className="fill-muted text-[11px]"
            >
              {dayText(days[at] ?? '')}
            </text>
          ))}
        </svg>
      </section>
    </ChartFrame>
  );
}
