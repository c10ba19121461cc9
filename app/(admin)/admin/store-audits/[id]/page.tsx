import { CircleCheck } from 'lucide-react';
import { notFound } from 'next/navigation';
import { consoleTime } from '#components/admin/console-time.ts';
import { FindingTable } from '#components/admin/finding-table.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { pageContext } from '#lib/api/page-context.ts';
import { findAudit } from '#lib/store/audit/discrepancies.ts';

export const metadata = { title: 'Store audit' };

export default async function StoreAuditPage({ params }: PageProps<'/admin/store-audits/[id]'>) {
  const ctx = await pageContext('admin');
  const audit = await findAudit(ctx, (await params).id);
  if (!audit) notFound();
  const { startedAt, finishedAt, checked, found, findings } = audit;

  return (
    <main id="content" className="flex flex-col gap-6">
      <div className="flex flex-col gap-2">
        <h1 className="text-2xl">Store audit</h1>
        <p className="text-muted">
          Started on <time dateTime={startedAt}>{consoleTime(startedAt)}</time>
          {finishedAt === null ? (
            ', still running'
          ) : (
            <>
              , finished on <time dateTime={finishedAt}>{consoleTime(finishedAt)}</time>
            </>
          )}
          . Checked: {checked}. Differences: {found}.
        </p>
      </div>
      {findings.length === 0 ? (
        <EmptyState title="No differences found" icon={<CircleCheck aria-hidden />}>
          Stock, orders and money match their records.
        </EmptyState>
      ) : (
        <>
          <p>Nothing was changed. Review each difference and decide what to do.</p>
          <FindingTable findings={findings} />
          {found > findings.length && <p className="text-muted">And {found - findings.length} more.</p>}
        </>
      )}
    </main>
  );
}
