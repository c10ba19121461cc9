import type { Route } from 'next';
import { InboxFrame } from '#app/(admin)/admin/inbox/inbox-frame.tsx';
import { pageOrFirst, textOf } from '#app/page-or-first.ts';
import { DraftCards } from '#components/inbox/draft-cards.tsx';
import { Pagination } from '#components/ui/pagination.tsx';
import { pageContext } from '#lib/api/page-context.ts';
import { listPendingDrafts } from '#lib/crm/drafts.ts';

const LIMIT = 50;

export const metadata = { title: 'Drafts' };

export default async function DraftsPage({ searchParams }: PageProps<'/admin/inbox/drafts'>) {
  const ctx = await pageContext('admin');
  const asked = textOf((await searchParams).cursor);
  const { drafts, nextCursor } = await pageOrFirst(asked, (cursor) => listPendingDrafts(ctx, { limit: LIMIT, cursor }));
  const next = nextCursor && (`/admin/inbox/drafts?cursor=${encodeURIComponent(nextCursor)}` as Route); // checked route
  return (
    <InboxFrame ctx={ctx} here="drafts">
      <h1 className="text-2xl">Drafts</h1>
      <DraftCards drafts={drafts} now={ctx.now().toISOString()} />
      <Pagination
        label="Pages"
        first={asked === undefined ? null : { href: '/admin/inbox/drafts', label: 'Newest' }}
        next={next ? { href: next, label: 'Older' } : null}
      />
    </InboxFrame>
  );
}
