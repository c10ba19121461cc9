import { ShieldCheck } from 'lucide-react';
import { pageOrFirst, textOf } from '#app/page-or-first.ts';
import { CsvLink } from '#components/admin/csv-link.tsx';
import { CursorPages } from '#components/admin/cursor-pages.tsx';
import { ModerationCaseList } from '#components/admin/moderation/moderation-cases.tsx';
import { ModerationFilter } from '#components/admin/moderation/moderation-filter.tsx';
import { moderationHref } from '#components/admin/moderation/moderation-href.ts';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { listCasesWithDetails } from '#lib/admin/moderation/moderation-queue.ts';
import { caseStatuses, reportedTypes } from '#lib/admin/moderation/values.ts';
import { pageContext } from '#lib/api/page-context.ts';

const LIMIT = 20;

export const metadata = { title: 'Moderation' };

export default async function ModerationPage({ searchParams }: PageProps<'/admin/moderation'>) {
  const ctx = await pageContext('admin');
  const asked = await searchParams;
  const status = caseStatuses.find((known) => known === asked.status) ?? 'open';
  const type = reportedTypes.find((known) => known === asked.type);
  const { cases, nextCursor } = await pageOrFirst(textOf(asked.cursor), (cursor) =>
    listCasesWithDetails(ctx, { status, entityType: type, limit: LIMIT, cursor }),
  );

  return (
    <main id="content" className="flex flex-col gap-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-2xl">Moderation</h1>
        <CsvLink list="moderation" query={{ status, type }} />
      </div>
      <ModerationFilter status={status} type={type} />
      {cases.length === 0 ? (
        <EmptyState title={status === 'open' ? 'No open reports' : 'No cases'} icon={<ShieldCheck aria-hidden />}>
          {status === 'open' ? 'New reports will appear here.' : `There are no ${status} cases.`}
        </EmptyState>
      ) : (
        <ModerationCaseList key={`${status} ${type}`} cases={cases} />
      )}
      <CursorPages
        isFirst={asked.cursor === undefined}
        nextCursor={nextCursor}
        hrefOf={(cursor) => moderationHref({ status, type, cursor })}
        first="First page"
        next="More"
      />
    </main>
  );
}
