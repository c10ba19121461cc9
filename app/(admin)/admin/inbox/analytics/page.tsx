import { InboxFrame } from '#app/(admin)/admin/inbox/inbox-frame.tsx';
import { AnalyticsBoard } from '#components/inbox/analytics/analytics-board.tsx';
import { ChoiceLinks } from '#components/ui/choice-links.tsx';
import { queryHref } from '#components/ui/query-href.ts';
import { pageContext } from '#lib/api/page-context.ts';
import { recentAnalytics } from '#lib/crm/analytics/analytics.ts';
import { analyticsRanges } from '#lib/crm/analytics/values.ts';

export const metadata = { title: 'Analytics' };

export default async function AnalyticsPage({ searchParams }: PageProps<'/admin/inbox/analytics'>) {
  const ctx = await pageContext('admin');
  const asked = (await searchParams).range;
  const range = analyticsRanges.find((known) => known === asked) ?? '7d';
  const figures = await recentAnalytics(ctx, range);
  return (
    <InboxFrame ctx={ctx} here="analytics">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl">Analytics</h1>
        <nav aria-label="Range">
          <ChoiceLinks
            choices={analyticsRanges}
            chosen={range}
            hrefOf={(choice) => queryHref('/admin/inbox/analytics', { range: choice })}
            textOf={(choice) => choice.replace('d', ' days')}
          />
        </nav>
      </div>
      <AnalyticsBoard figures={figures} />
    </InboxFrame>
  );
}
