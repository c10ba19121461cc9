import type { Route } from 'next';
import { InboxFrame } from '#app/(admin)/admin/inbox/inbox-frame.tsx';
import { pageOrFirst, textOf } from '#app/page-or-first.ts';
import { DeadLetterTable } from '#components/inbox/channels/dead-letter-table.tsx';
import { Pagination } from '#components/ui/pagination.tsx';
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
  const next = nextCursor && (`/admin/inbox/dead-letters?cursor=${encodeURIComponent(nextCursor)}` as Route); // checked route
  return (
    <InboxFrame ctx={ctx} here="dead-letters">
      <h1 className="text-2xl">Dead letters</h1>
      <DeadLetterTable letters={deadLetters} />
      <Pagination
        label="Pages"
        first={asked === undefined ? null : { href: '/admin/inbox/dead-letters', label: 'Newest' }}
        next={next ? { href: next, label: 'Older' } : null}
      />
    </InboxFrame>
  );
}
