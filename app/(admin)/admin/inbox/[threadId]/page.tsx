import type { Route } from 'next';
import { Suspense } from 'react';
import { foundOr404, idOr404 } from '#app/(admin)/admin/found-or-404.ts';
import { InboxFrame } from '#app/(admin)/admin/inbox/inbox-frame.tsx';
import { InboxPanes } from '#app/(admin)/admin/inbox/inbox-panes.tsx';
import { overdueThreads } from '#app/(admin)/admin/inbox/overdue-threads.ts';
import { pageOrFirst, textOf } from '#app/page-or-first.ts';
import { filterOf, type InboxFilter, inboxHref } from '#components/inbox/inbox-href.ts';
import { Conversation } from '#components/inbox/message/conversation.tsx';
import { ThreadSide } from '#components/inbox/threads/thread-side.tsx';
import { pageContext } from '#lib/api/page-context.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';
import { CustomerPart, CustomerSkeleton } from './customer-part.tsx';
import { openThread } from './open-thread.ts';

export async function generateMetadata() {
  const { t } = await consoleTexts('inbox');
  return { title: t('pageThread') };
}

export default async function ThreadPage({ params, searchParams }: PageProps<'/admin/inbox/[threadId]'>) {
  const ctx = await pageContext('admin');
  const id = idOr404((await params).threadId);
  const asked = await searchParams;
  const filter = filterOf(asked);
  const { thread, messages, drafts, tasks, before, contact, world, channelNames } = await foundOr404(
    pageOrFirst(textOf(asked.before), (place) => openThread(ctx, id, place)),
  );
  const overdue = await overdueThreads(ctx);

  return (
    <InboxFrame ctx={ctx} here={filter.status ?? 'all'} filter={filter}>
      <InboxPanes
        ctx={ctx}
        filter={filter}
        openId={thread.id}
        side={
          <ThreadSide
            thread={thread}
            contact={contact}
            tasks={tasks}
            world={world}
            filter={filter}
            customer={
              <Suspense fallback={<CustomerSkeleton />}>
                <CustomerPart ctx={ctx} threadId={thread.id} />
              </Suspense>
            }
          />
        }
      >
        <Conversation
          thread={thread}
          hasOverdueTask={overdue.has(thread.id)}
          messages={messages}
          drafts={drafts}
          olderHref={before === null ? null : olderHref(filter, thread.id, before)}
          filter={filter}
          world={world}
          channelNames={channelNames}
        />
      </InboxPanes>
    </InboxFrame>
  );
}

/** Returns the link to the same thread with older mails. */
function olderHref(filter: InboxFilter, threadId: string, before: string): Route {
  const href = inboxHref(filter, threadId);
  return `${href}${href.includes('?') ? '&' : '?'}before=${encodeURIComponent(before)}` as Route; // a query after a checked route
}
