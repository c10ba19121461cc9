import { OverviewBoard } from '#components/admin/overview/overview-board.tsx';
import { failedProcesses } from '#lib/admin/overview/overview-counts.ts';
import { pageContext } from '#lib/api/page-context.ts';
import { hasRank } from '#lib/context/values.ts';

export const metadata = { title: 'Overview' };

export default async function OverviewPage() {
  const ctx = await pageContext('admin');
  const failed = await failedProcesses(ctx);
  return (
    <main id="content" className="flex flex-col gap-6">
      <h1 className="text-2xl">Overview</h1>
      <p className="text-muted">Tasks that need your attention. The numbers update automatically.</p>
      <OverviewBoard failed={failed} isSuperadmin={hasRank(ctx.user.role, 'superadmin')} />
    </main>
  );
}
