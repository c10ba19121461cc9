import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { pageOrFirst, textOf } from '#app/page-or-first.ts';
import { type AnalyticsTab, analyticsHref, analyticsTabs } from '#components/admin/analytics/analytics-href.ts';
import { ErrorsBoard } from '#components/admin/analytics/errors-board.tsx';
import { PlatformBoard } from '#components/admin/analytics/platform-board.tsx';
import { VitalsBoard } from '#components/admin/analytics/vitals-board.tsx';
import { CsvLink } from '#components/admin/csv-link.tsx';
import { ChoiceLinks } from '#components/ui/choice-links.tsx';
import { errorAnalytics } from '#lib/admin/errors/error-analytics.ts';
import { errorKinds } from '#lib/admin/errors/values.ts';
import type { ExportList } from '#lib/admin/exports/values.ts';
import { platformStats } from '#lib/admin/statistics/platform-stats.ts';
import { webVitals } from '#lib/admin/vitals/web-vitals.ts';
import { OTHER_PATTERN } from '#lib/api/collecting/route-patterns.ts';
import { pageContext } from '#lib/api/page-context.ts';
import type { UserContext } from '#lib/context/context.ts';
import { daysOf } from '#lib/crm/analytics/days.ts';
import { type AnalyticsRange, analyticsRanges } from '#lib/crm/analytics/values.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';

const LIMIT = 50;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await consoleTexts('analytics')).t('title') };
}

type Asked = Awaited<PageProps<'/admin/analytics'>['searchParams']>;
type Board = { readonly content: ReactNode; readonly generatedAt: string; readonly query?: { readonly kind?: string } };
type Tab = {
  /** The range of an address without one, as in the API. */
  readonly usual: AnalyticsRange;
  readonly csv: ExportList;
  readonly read: (ctx: UserContext, range: AnalyticsRange, asked: Asked) => Promise<Board>;
};

/** Only the open tab is read. */
const tabs: Readonly<Record<AnalyticsTab, Tab>> = {
  platform: {
    ...{ usual: '30d', csv: 'stats' },
    read: async (ctx, range) => {
      const figures = await platformStats(ctx, range);
      return { content: <PlatformBoard figures={figures} />, generatedAt: figures.generatedAt };
    },
  },
  vitals: {
    ...{ usual: '7d', csv: 'vitals' },
    read: async (ctx, range) => {
      const figures = await webVitals(ctx, range);
      return { content: <VitalsBoard figures={figures} otherPath={OTHER_PATTERN} />, generatedAt: figures.generatedAt };
    },
  },
  errors: {
    ...{ usual: '7d', csv: 'errors' },
    read: async (ctx, range, asked) => {
      const kind = errorKinds.find((known) => known === asked.kind);
      const first = textOf(asked.cursor);
      const figures = await pageOrFirst(first, (cursor) => errorAnalytics(ctx, { range, kind, limit: LIMIT, cursor }));
      return {
        content: <ErrorsBoard figures={figures} kind={kind} isFirst={first === undefined} />,
        generatedAt: figures.generatedAt,
        query: kind ? { kind } : {},
      };
    },
  },
};

export default async function AnalyticsPage({ searchParams }: PageProps<'/admin/analytics'>) {
  const ctx = await pageContext('admin');
  const asked = await searchParams;
  const tab = analyticsTabs.find((known) => known === asked.tab) ?? 'platform';
  const { usual, csv, read } = tabs[tab];
  const chosen = analyticsRanges.find((known) => known === asked.range);
  const range = chosen ?? usual;
  const [{ t, texts, locale, timeOf }, { content, generatedAt, query }] = await Promise.all([
    consoleTexts('analytics'),
    read(ctx, range, asked),
  ]);
  const days = daysOf(range, new Date(generatedAt));
  const day = new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const span = day.formatRange(new Date(days[0] ?? ''), new Date(days.at(-1) ?? ''));

  return (
    <main id="content" className="flex flex-col gap-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-2xl">{t('title')}</h1>
        <CsvLink list={csv} query={{ range, ...query }} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <nav aria-label={t('tabs')}>
          <ChoiceLinks
            choices={analyticsTabs}
            chosen={tab}
            hrefOf={(choice) => analyticsHref(choice, { range: chosen })}
            textOf={(choice) => texts[`tab_${choice}`]}
          />
        </nav>
        <nav aria-label={t('range')}>
          <ChoiceLinks
            choices={analyticsRanges}
            chosen={range}
            hrefOf={(choice) => analyticsHref(tab, { range: choice, ...query })}
            textOf={(choice) => texts[`range_${choice}`]}
          />
        </nav>
      </div>
      <p className="text-sm text-muted">{t('span', { span, time: timeOf(generatedAt) })}</p>
      {content}
    </main>
  );
}
