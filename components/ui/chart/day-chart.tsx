import { ChartFrame } from './chart-frame.tsx';
import { niceMax, ticksOf } from './chart-scale.ts';

export type Series = {
  readonly label: string;
  readonly tone: keyof typeof tones;
  /** A value for each day. Null leaves a gap in a line. */
  readonly values: readonly (number | null)[];
};
/** A value that a dashed line marks, where the scale reaches it. The scale always reaches the first. */
export type Mark = { readonly label: string; readonly tone: keyof typeof tones; readonly value: number };

/** The texts of a chart, and the language of its dates. */
export type ChartWords = { readonly locale: string; readonly day: string; readonly asTable: string };

type DayChartProps = {
  readonly title: string;
  /** What the chart shows, in a sentence, for a reader who does not see it. */
  readonly summary: string;
  readonly words: ChartWords;
  /** UTC days, the oldest first. */
  readonly days: readonly string[];
  readonly series: readonly Series[];
  /** Bars of several series stand on one another, grouped bars side by side. */
  readonly shape: 'bars' | 'grouped' | 'line';
  readonly marks?: readonly Mark[];
  readonly text: (value: number) => string;
};

/** The classes stand in full, because Tailwind finds them in the source. */
const tones = {
  primary: { fill: 'fill-primary', stroke: 'stroke-primary' },
  accent: { fill: 'fill-accent', stroke: 'stroke-accent' },
  danger: { fill: 'fill-danger', stroke: 'stroke-danger' },
  warning: { fill: 'fill-warning', stroke: 'stroke-warning' },
  success: { fill: 'fill-success', stroke: 'stroke-success' },
  neutral: { fill: 'fill-line-strong', stroke: 'stroke-line-strong' },
} as const;

/** The height of the drawing. It stretches to its place, so neither its unit nor its width means anything. */
const HEIGHT = 100;

/**
 * Shows figures of days as bars or lines, and as a table. It is drawn on the server, without a script. Texts stand beside
 * the drawing, so that they keep their size on a phone.
 */
export function DayChart({ title, summary, words, days, series, shape, marks = [], text }: DayChartProps) {
  const { locale, day, asTable } = words;
  const dayText = dayTextOf(locale);
  const sums = days.map((_, at) => series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0));
  const reached = shape === 'bars' ? sums : series.flatMap(({ values }) => values.map((value) => value ?? 0));
  const max = niceMax([...reached, ...marks.slice(0, 1).map(({ value }) => value)]);
  const yOf = (value: number): number => HEIGHT - (value / max) * HEIGHT;
  const drawn = marks.filter(({ value }) => value <= max);
  const valueText = (value: number | null | undefined): string =>
    value === null || value === undefined ? '–' : text(value);
  return (
    <ChartFrame
      title={title}
      asTable={asTable}
      legend={[
        ...series.map(({ label, tone }) => ({ label, fill: tones[tone].fill })),
        ...drawn.map(({ label, tone }) => ({ label, stroke: tones[tone].stroke })),
      ]}
      head={[day, ...series.map(({ label }) => label)]}
      rows={days.map((date, at) => [dayText(date), ...series.map(({ values }) => valueText(values[at]))])}
    >
      <div
        role="img"
        aria-label={summary}
        className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-xs text-muted tabular-nums"
      >
        <div className="-my-1.5 flex flex-col justify-between text-end leading-3">
          {ticksOf(max).map((value) => (
            <span key={value}>{text(value)}</span>
          ))}
        </div>
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${days.length} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="h-40 w-full overflow-visible"
        >
          {ticksOf(max).map((value) => (
            <path key={value} d={`M0 ${yOf(value)}h${days.length}`} className="stroke-line" vectorEffect={FIXED} />
          ))}
          {shape !== 'line'
            ? series.map(({ label, tone }, place) => (
                <path key={label} d={barsOf(series, place, shape, yOf)} className={tones[tone].fill} />
              ))
            : series.map(({ label, tone, values }) => (
                <g key={label} fill="none" strokeLinecap="round" strokeLinejoin="round" className={tones[tone].stroke}>
                  <path d={lineOf(values, yOf)} strokeWidth="2" vectorEffect={FIXED} />
                  <path d={pointsOf(values, yOf)} strokeWidth="6" vectorEffect={FIXED} />
                </g>
              ))}
          {drawn.map(({ label, tone, value }) => (
            <path
              key={label}
              d={`M0 ${yOf(value)}h${days.length}`}
              strokeDasharray="4 4"
              strokeWidth="1.5"
              className={tones[tone].stroke}
              vectorEffect={FIXED}
            />
          ))}
          {days.map((date, at) => (
            <rect key={date} x={at} width="1" height={HEIGHT} className="fill-transparent">
              <title>{`${dayText(date)}: ${series.map(({ label, values }) => `${label} ${valueText(values[at])}`).join(', ')}`}</title>
            </rect>
          ))}
        </svg>
        <div className="col-start-2 flex justify-between pt-2">
          {[days[0], days[Math.floor((days.length - 1) / 2)], days.at(-1)].map((date) => (
            <span key={date}>{date && dayText(date)}</span>
          ))}
        </div>
      </div>
    </ChartFrame>
  );
}

/** Strokes keep their width, however the drawing is stretched. */
const FIXED = 'non-scaling-stroke';

/** Returns the function that writes a UTC day, such as "3 Nov". */
export function dayTextOf(locale: string): (day: string) => string {
  const tag = locale === 'en' ? 'en-GB' : locale;
  const format = new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  return (day) => format.format(new Date(`${day}T00:00:00Z`));
}

type Scale = (value: number) => number;

/** Returns the bars of a series as one path, each on those of the series before it, or beside them. */
function barsOf(series: readonly Series[], place: number, shape: 'bars' | 'grouped', yOf: Scale): string {
  const width = shape === 'bars' ? 0.8 : 0.8 / series.length;
  const left = shape === 'bars' ? 0.1 : 0.1 + place * width;
  const below = (at: number) =>
    shape === 'bars' ? series.slice(0, place).reduce((sum, { values }) => sum + (values[at] ?? 0), 0) : 0;
  return (series[place]?.values ?? [])
    .map((value, at) => {
      if (!value) return '';
      const [foot, top] = [yOf(below(at)), yOf(below(at) + value)];
      return `M${short(at + left)} ${short(foot)}V${short(top)}h${short(width)}V${short(foot)}z`;
    })
    .join('');
}

/** Returns a line through the middles of the days, with a gap at each day without a value. */
const lineOf = (values: Series['values'], yOf: Scale): string =>
  values
    .map((value, at) => {
      if (value === null) return '';
      const isFirst = values[at - 1] === null || at === 0;
      return `${isFirst ? 'M' : 'L'}${at + 0.5} ${short(yOf(value))}`;
    })
    .join('');

/** Returns a path of no length at each value, which its round ends make a point. */
const pointsOf = (values: Series['values'], yOf: Scale): string =>
  values.map((value, at) => (value === null ? '' : `M${at + 0.5} ${short(yOf(value))}h0.001`)).join('');

const short = (figure: number): number => Math.round(figure * 100) / 100;
