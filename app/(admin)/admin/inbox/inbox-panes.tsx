import { type ReactNode, Suspense } from 'react';
import { pageOrFirst } from '#app/page-or-first.ts';
import { CsvLink } from '#components/admin/csv-link.tsx';
import type { InboxFilter } from '#components/inbox/inbox-href.ts';
import { ListSkeleton } from '#components/inbox/threads/list-skeleton.tsx';
import { ThreadList } from '#components/inbox/threads/thread-list.tsx';
import { threadRowOf } from '#components/inbox/threads/thread-row-view.ts';
import type { UserContext } from '#lib/context/context.ts';
import { listThreads } from '#lib/crm/threads/threads.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';
import { overdueThreads } from './overdue-threads.ts';

const LIMIT = 50;

type InboxPanesProps = {
  readonly ctx: UserContext;
  readonly filter: InboxFilter;
  readonly openId?: string;
  readonly side?: ReactNode;
  readonly children: ReactNode;
};

/** Renders the list, the open thread and the side pane. On a phone it shows the list or the thread. */
export async function InboxPanes({ ctx, filter, openId, side, children }: InboxPanesProps) {
  const { t } = await consoleTexts('inbox');
  return (
    <div className="inbox-panes" data-open={openId !== undefined}>
      <section aria-label={t('threads')} className="inbox-list">
        <Suspense fallback={<ListSkeleton />}>
          <Threads ctx={ctx} filter={filter} {...(openId !== undefined && { openId })} />
        </Suspense>
      </section>
      <div className="inbox-conversation flex min-w-0 flex-col gap-5">{children}</div>
      {side}
    </div>
  );
}

async function Threads({ ctx, filter, openId }: Pick<InboxPanesProps, 'ctx' | 'filter' | 'openId'>) {
  const { status, channel, q } = filter;
  const [{ threads, nextCursor }, overdue] = await Promise.all([
    pageOrFirst(filter.cursor, (cursor) =>
      listThreads(ctx, { status, sourceChannel: channel, q, limit: LIMIT, cursor }),
    ),
    overdueThreads(ctx),
  ]);
  return (
    <>
      <ThreadList
        threads={threads.map((thread) => threadRowOf(thread, overdue))}
        nextCursor={nextCursor}
        filter={filter}
        now={ctx.now().toISOString()}
        {...(openId !== undefined && { openId })}
      />
      {threads.length > 0 && (
        <div className="px-3 pb-3">
          <CsvLink list="threads" query={{ status, channel, q }} />
        </div>
      )}
    </>
  );
}
