import { InboxFrame } from '#app/(admin)/admin/inbox/inbox-frame.tsx';
import { pageOrFirst, textOf } from '#app/page-or-first.ts';
import { CursorPages } from '#components/admin/cursor-pages.tsx';
import { DeadLetterTable } from '#components/inbox/channels/dead-letter-table.tsx';
import { queryHref } from '#components/ui/query-href.ts';
import { pageContext } from '#lib/api/page-context.ts';
import { listDeadLetters } from '#lib/crm/mailboxes/dead-letters.ts';

const LIMIT = 50;

export const metadata = { title: 'Dead letters' };

export default async function DeadLettersPage({ searchParams }: PageProps<'/admin/inbox/dead-letters'>) {
  const ctx = await pageContext('admin');
  const asked = textOf((await searchParams).cursor);
  const { deadLetters, nextCursor } = await pageOrFirst(asked, (cursor) =>
    listDeadLetters(ctx, { limit: LIMIT, cursor }),
  );
  return (
    <InboxFrame ctx={ctx} here="dead-letters">
      <h1 className="text-2xl">Dead letters</h1>
      <DeadLetterTable letters={deadLetters} />
      <CursorPages
        isFirst={asked === undefined}
        nextCursor={nextCursor}
        hrefOf={(cursor) => queryHref('/admin/inbox/dead-letters', { cursor })}
      />
    </InboxFrame>
  );
}
