import { MessageSquarePlus, SearchX } from 'lucide-react';
import { useSearchParams } from 'next/navigation';
import { useEffect, useSyncExternalStore } from 'react';
import { useMessages } from '#components/messages/messages-context.ts';
import { useNow } from '#components/messages/use-now.ts';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { filterIn, filterQuery, noFilter } from '#lib/web/messages/list-rows.ts';
import { ConversationList } from './conversation-list.tsx';
import { ListFilters } from './list-filters.tsx';
import { ListSkeleton } from './list-skeleton.tsx';
import { NewMessageButton } from './new-message-button.tsx';

/** Shows the user's conversations: filters, the list, and the placeholders for an empty or loading list. */
export function ListPane({ openId, now: first }: { readonly openId: string | null; readonly now: string }) {
  const { texts, lists } = useMessages();
  const filter = filterIn(useSearchParams());
  const store = lists.of(filter);
  const state = useSyncExternalStore(store.watch, store.state, store.state);
  const now = useNow(first);
  const isNew = state.hasMore === null;
  useEffect(() => void store.freshen(), [store]);

  const isFiltered = filterQuery(filter) !== filterQuery(noFilter);
  return (
    <section aria-label={texts.conversations} className="messages-list">
      <div className="flex items-center justify-between gap-2 ps-4 pe-2 pt-3">
        <h2 className="text-2xl">{texts.title}</h2>
        <NewMessageButton look="icon" />
      </div>
      <ListFilters filter={filter} openId={openId} />
      {isNew && !state.hasFailed && <ListSkeleton label={texts.loading} />}
      {state.hasFailed && state.rows.length === 0 && (
        <EmptyState
          title={texts.listFailed}
          action={
            <Button look="secondary" onClick={() => void store.loadFirst()}>
              {texts.retry}
            </Button>
          }
        />
      )}
      {!isNew && state.rows.length === 0 && !state.hasMore && (
        <div className="px-4">
          <EmptyState
            title={isFiltered ? texts.nothingFound : texts.emptyTitle}
            icon={isFiltered ? <SearchX aria-hidden /> : <MessageSquarePlus aria-hidden />}
            action={!isFiltered && <NewMessageButton look="wide" />}
          >
            {isFiltered ? texts.nothingFoundText : texts.emptyText}
          </EmptyState>
        </div>
      )}
      {(state.rows.length > 0 || state.hasMore) && (
        <ConversationList
          key={filterQuery(filter)}
          store={store}
          openId={openId}
          now={now}
          query={filterQuery(filter)}
        />
      )}
    </section>
  );
}
