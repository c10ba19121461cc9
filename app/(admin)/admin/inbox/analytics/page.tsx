import type { Route } from 'next';
import { InboxFrame } from '#app/(admin)/admin/inbox/inbox-frame.tsx';
import { AnalyticsBoard } from '#components/inbox/analytics/analytics-board.tsx';
import { buttonClass } from '#components/ui/button-look.ts';
import { Link } from '#components/ui/link.tsx';
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
          <ul className="flex gap-2">
            {analyticsRanges.map((choice) => (
              <li key={choice}>
                <Link
                  href={`/admin/inbox/analytics?range=${choice}` as Route} // a query after a checked route
                  aria-current={choice === range ? 'page' : undefined}
                  className={buttonClass({ look: choice === range ? 'primary' : 'secondary', size: 'small' })}
                >
                  {choice.replace('d', ' days')}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      <AnalyticsBoard figures={figures} />
    </InboxFrame>
  );
}
