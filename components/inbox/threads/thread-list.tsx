import { Inbox, SearchX } from 'lucide-react';
import { CursorPages } from '#components/admin/cursor-pages.tsx';
import { type InboxFilter, inboxHref } from '#components/inbox/inbox-href.ts';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';
import { InboxSearch } from './inbox-search.tsx';
import { ListOrder } from './list-order.tsx';
import { ThreadRow } from './thread-row.tsx';
import type { ThreadRowView } from './thread-row-view.ts';

type ThreadListProps = {
  readonly threads: readonly ThreadRowView[];
  readonly nextCursor: string | null;
  readonly filter: InboxFilter;
  readonly openId?: string;
  readonly now: string;
};

/** Shows the list of threads, newest first, with the search above. */
export async function ThreadList({ threads, nextCursor, filter, openId, now }: ThreadListProps) {
  const { t } = await consoleTexts('inbox');
  return (
    <>
      <InboxSearch filter={filter} />
      {threads.length === 0 ? (
        <NoThreads filter={filter} />
      ) : (
        <ul aria-label={t('newestFirst')} className="flex flex-col divide-y divide-line">
          {threads.map((thread) => (
            <ThreadRow key={thread.id} thread={thread} filter={filter} isOpen={thread.id === openId} now={now} />
          ))}
        </ul>
      )}
      <ListOrder ids={threads.map(({ id }) => id)} openId={openId ?? null} filter={filter} />
      <div className="p-3 empty:hidden">
        <CursorPages
          isFirst={filter.cursor === undefined}
          nextCursor={nextCursor}
          hrefOf={(cursor) => inboxHref({ ...filter, cursor })}
          label={t('pages')}
          first={t('first')}
          next={t('older')}
        />
      </div>
    </>
  );
}

async function NoThreads({ filter: { status, channel, q } }: { readonly filter: InboxFilter }) {
  const { t } = await consoleTexts('inbox');
  if (q !== undefined || channel !== undefined)
    return (
      <EmptyState
        title={t('nothingFound')}
        icon={<SearchX aria-hidden />}
        action={
          <LinkButton href={inboxHref({ status })} look="secondary" size="small">
            {t('clearSearch')}
          </LinkButton>
        }
      >
        {q === undefined ? t('noneInChannel') : t('noMatch', { q })}
      </EmptyState>
    );
  return (
    <EmptyState title={t(`noThreads_${status ?? 'all'}`)} icon={<Inbox aria-hidden />}>
      {t(status ? 'noThreadsText' : 'noEmailsText')}
    </EmptyState>
  );
}
