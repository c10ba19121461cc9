import { Gauge } from 'lucide-react';
import { Badge, type Tone } from '#components/ui/badge.tsx';
import { DayChart } from '#components/ui/chart/day-chart.tsx';
import { type Column, DataTable } from '#components/ui/data-table.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import type { PathVitals, VitalMetric, WebVitals } from '#lib/admin/schemas/web-vitals.ts';
import { ratingOf, type VitalRating, vitalNames, vitalRatings, vitalThresholds } from '#lib/admin/vitals/values.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';
import { chartTexts } from './chart-texts.ts';
import { vitalTextOf } from './vital-text.ts';

/** The measures with figures by page and day. */
const coreVitals = ['LCP', 'INP', 'CLS'] as const;
const ratingTones = {
  good: 'success',
  needsImprovement: 'warning',
  poor: 'danger',
} as const satisfies Readonly<Record<VitalRating, Tone>>;
const ratingFills: Readonly<Record<VitalRating, string>> = {
  good: 'fill-success',
  needsImprovement: 'fill-warning',
  poor: 'fill-danger',
};

type VitalsBoardProps = {
  readonly figures: WebVitals;
  /** The path that stands for all addresses without a page. */
  readonly otherPath: string;
};

/** Shows the web vitals of the range: each measure with its thresholds, its course, and the busiest pages. */
export async function VitalsBoard({ figures, otherPath }: VitalsBoardProps) {
  const [{ t, texts, locale }, { words, count, courseOf }] = await Promise.all([
    consoleTexts('analytics'),
    chartTexts(),
  ]);
  const { samples, metrics, daily, byPath } = figures;
  if (samples === 0)
    return (
      <EmptyState title={t('noSamples')} icon={<Gauge aria-hidden />}>
        {t('noSamplesText')}
      </EmptyState>
    );
  const days = daily.map(({ date }) => date);
  const percent = new Intl.NumberFormat(locale, { style: 'percent' });
  const columns: readonly Column<PathVitals>[] = [
    {
      header: t('page'),
      breaksWords: true,
      cell: ({ path }) => (path === otherPath ? t('otherPages') : <span translate="no">{path}</span>),
    },
    { header: t('samples'), isNumeric: true, cell: (row) => count(row.samples) },
    ...coreVitals.map(
      (name): Column<PathVitals> => ({
        header: name,
        isNumeric: true,
        cell: ({ [name]: value }) =>
          value === null ? (
            '–'
          ) : (
            <Badge tone={ratingTones[ratingOf(name, value)]}>
              {vitalTextOf(name, locale)(value)}
              <span className="sr-only">, {texts[`rating_${ratingOf(name, value)}`]}</span>
            </Badge>
          ),
      }),
    ),
  ];
  return (
    <>
      <p className="max-w-prose text-muted">{t('vitalsLead', { count: samples })}</p>
      <dl className="grid gap-3 sm:grid-cols-2 lg:grid-cols-[repeat(auto-fit,minmax(13rem,1fr))]">
        {vitalNames.map((name) => {
          const { p50, p75, p95, rating, ...metric } = metrics[name];
          const text = vitalTextOf(name, locale);
          const { good, poor } = vitalThresholds[name];
          return (
            <div key={name} className="flex min-w-0 flex-col gap-2 rounded-lg border border-line bg-surface p-4">
              <dt className="text-sm text-muted">
                <abbr title={texts[`vital_${name}`]} className="no-underline">
                  {name}
                </abbr>{' '}
                · {texts[`vital_${name}`]}
              </dt>
              <dd className="flex flex-wrap items-center gap-2">
                <span className="text-2xl font-semibold tabular-nums">{p75 === null ? '–' : text(p75)}</span>
                {rating && <Badge tone={ratingTones[rating]}>{texts[`rating_${rating}`]}</Badge>}
              </dd>
              {metric.samples > 0 && (
                <dd className="flex flex-col gap-1 text-sm">
                  <RatingBar metric={metrics[name]} />
                  <span className="flex flex-wrap gap-x-3 tabular-nums">
                    {vitalRatings.map((key) => (
                      <span key={key}>
                        {texts[`rating_${key}`]} {percent.format(metric[key] / metric.samples)}
                      </span>
                    ))}
                  </span>
                </dd>
              )}
              <dd className="text-sm text-muted">{t('thresholds', { good: text(good), poor: text(poor) })}</dd>
              <dd className="text-sm text-muted tabular-nums">
                {t('percentiles', {
                  p50: p50 === null ? '–' : text(p50),
                  p95: p95 === null ? '–' : text(p95),
                  samples: count(metric.samples),
                })}
              </dd>
            </div>
          );
        })}
      </dl>
      <div className="grid items-start gap-6 lg:grid-cols-2 xl:grid-cols-3">
        {coreVitals.map((name) => {
          const text = vitalTextOf(name, locale);
          const title = t('vitalByDay', { name });
          const values = daily.map(({ [name]: value }) => value);
          const { good, poor } = vitalThresholds[name];
          return (
            <DayChart
              key={name}
              title={title}
              summary={courseOf(title, days, values, text)}
              words={words}
              days={days}
              series={[{ label: name, tone: 'primary', values }]}
              shape="line"
              marks={[
                { label: t('goodUpTo', { value: text(good) }), tone: 'success', value: good },
                { label: t('poorAbove', { value: text(poor) }), tone: 'danger', value: poor },
              ]}
              text={text}
            />
          );
        })}
      </div>
      <section aria-labelledby="by-page" className="flex flex-col gap-4">
        <div>
          <h2 id="by-page" className="text-lg">
            {t('byPage')}
          </h2>
          <p className="text-sm text-muted">{t('byPageText')}</p>
        </div>
        <DataTable
          caption={t('byPage')}
          columns={columns}
          rows={byPath}
          keyOf={({ path }) => path}
          empty={<p className="text-muted">{t('byPageNone')}</p>}
        />
      </section>
    </>
  );
}

/** Shows how the samples of a measure are rated, as a bar. The text below it states the shares. */
function RatingBar({ metric }: { readonly metric: VitalMetric }) {
  let at = 0;
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${metric.samples} 1`}
      preserveAspectRatio="none"
      className="h-2 w-full rounded-full"
    >
      {vitalRatings.map((rating) => {
        const x = at;
        at += metric[rating];
        return <rect key={rating} x={x} width={metric[rating]} height="1" className={ratingFills[rating]} />;
      })}
    </svg>
  );
}
