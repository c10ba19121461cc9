import { DeskBoard } from '#components/admin/desk-board.tsx';
import { countDesk, failedProcesses } from '#lib/admin/desk-counts.ts';
import { pageContext } from '#lib/api/page-context.ts';

export const metadata = { title: 'Overview' };

export default async function OverviewPage() {
  const ctx = await pageContext('admin');
  const [counts, failed] = await Promise.all([countDesk(ctx), failedProcesses(ctx)]);
  return (
    <main id="content" className="flex flex-col gap-6">
      <h1 className="text-2xl">Overview</h1>
      <p className="text-muted">What waits for a person. It follows by itself.</p>
      <DeskBoard counts={counts} failed={failed} />
    </main>
  );
}
