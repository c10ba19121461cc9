import { MailOpen } from 'lucide-react';
import { filterOf } from '#components/inbox/inbox-href.ts';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { pageContext } from '#lib/api/page-context.ts';
import { InboxFrame } from './inbox-frame.tsx';
import { InboxPanes } from './inbox-panes.tsx';

export default async function InboxPage({ searchParams }: PageProps<'/admin/inbox'>) {
  const ctx = await pageContext('admin');
  const filter = filterOf(await searchParams);
  return (
    <InboxFrame ctx={ctx} here={filter.status ?? 'all'} filter={filter}>
      <h1 className="sr-only">Inbox</h1>
      <InboxPanes ctx={ctx} filter={filter}>
        <EmptyState title="No thread selected" icon={<MailOpen aria-hidden />}>
          Select a thread on the left. Press j and k to move, Enter to open, and ? to see all shortcuts.
        </EmptyState>
      </InboxPanes>
    </InboxFrame>
  );
}
