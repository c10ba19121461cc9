import { InboxFrame } from '#app/(admin)/admin/inbox/inbox-frame.tsx';
import { pageOrFirst, textOf } from '#app/page-or-first.ts';
import { CursorPages } from '#components/admin/cursor-pages.tsx';
import { DraftCards } from '#components/inbox/draft/draft-cards.tsx';
import { queryHref } from '#components/ui/query-href.ts';
import { pageContext } from '#lib/api/page-context.ts';
import { listPendingDrafts, listTroubledDrafts } from '#lib/crm/drafts/drafts.ts';

const LIMIT = 50;

export const metadata = { title: 'Drafts' };

export default async function DraftsPage({ searchParams }: PageProps<'/admin/inbox/drafts'>) {
  const ctx = await pageContext('admin');
  const asked = textOf((await searchParams).cursor);
  const [{ drafts, nextCursor }, troubled] = await Promise.all([
    pageOrFirst(asked, (cursor) => listPendingDrafts(ctx, { limit: LIMIT, cursor })),
    asked === undefined ? listTroubledDrafts(ctx) : [],
  ]);
  const now = ctx.now().toISOString();
  return (
    <InboxFrame ctx={ctx} here="drafts">
      <h1 className="text-2xl">Drafts</h1>
      {troubled.length > 0 && (
        <section aria-labelledby="troubled" className="flex flex-col gap-3">
          <h2 id="troubled" className="text-lg">
            Failed and uncertain sends
          </h2>
          <DraftCards label="Failed and uncertain sends, newest first" drafts={troubled} now={now} />
        </section>
      )}
      {troubled.length > 0 && <h2 className="text-lg">Waiting for approval</h2>}
      <DraftCards label="Drafts, newest first" drafts={drafts} now={now} />
      <CursorPages
        isFirst={asked === undefined}
        nextCursor={nextCursor}
        hrefOf={(cursor) => queryHref('/admin/inbox/drafts', { cursor })}
      />
    </InboxFrame>
  );
}
