import { InboxFrame } from '#app/(admin)/admin/inbox/inbox-frame.tsx';
import { AnalyticsBoard } from '#components/inbox/analytics/analytics-board.tsx';
import { ChoiceLinks } from '#components/ui/choice-links.tsx';
import { queryHref } from '#components/ui/query-href.ts';
import { pageContext } from '#lib/api/page-context.ts';
import { recentAnalytics } from '#lib/crm/analytics/analytics.ts';
import { analyticsRanges } from '#lib/crm/analytics/values.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';

export async function generateMetadata() {
  const { t } = await consoleTexts('figures');
  return { title: t('title') };
}

export default async function AnalyticsPage({ searchParams }: PageProps<'/admin/inbox/analytics'>) {
  const ctx = await pageContext('admin');
  const asked = (await searchParams).range;
  const range = analyticsRanges.find((known) => known === asked) ?? '7d';
  const figures = await recentAnalytics(ctx, range);
  const { t } = await consoleTexts('figures');
  return (
    <InboxFrame ctx={ctx} here="analytics">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl">{t('title')}</h1>
        <nav aria-label={t('range')}>
          <ChoiceLinks
            choices={analyticsRanges}
            chosen={range}
            hrefOf={(choice) => queryHref('/admin/inbox/analytics', { range: choice })}
            textOf={(choice) => t('days', { count: Number.parseInt(choice, 10) })}
          />
        </nav>
      </div>
      <AnalyticsBoard figures={figures} />
    </InboxFrame>
  );
}
