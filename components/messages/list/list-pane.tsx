import { MessageSquarePlus, SearchX, SquarePen } from 'lucide-react';
import { useSearchParams } from 'next/navigation';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useMessages } from '#components/messages/messages-context.ts';
import { NewMessageDialog } from '#components/messages/people/new-message-dialog.tsx';
import { useNow } from '#components/messages/use-now.ts';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { iconButtonClass } from '#components/ui/popover-menu.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { filterIn, filterQuery, noFilter } from '#lib/web/messages/list-rows.ts';
import { ConversationList } from './conversation-list.tsx';
import { ListFilters } from './list-filters.tsx';

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

/** Shows the placeholder of a list that is loading. */
function ListSkeleton({ label }: { readonly label: string }) {
  return (
    <div role="status" aria-label={label} className="flex flex-col gap-1 px-4 pt-2">
      {[1, 2, 3, 4, 5, 6, 7, 8].map((at) => (
        <div key={at} className="flex h-18 items-center gap-3">
          <Skeleton className="size-11 shrink-0 rounded-full" />
          <div className="flex grow flex-col gap-2">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-4 w-4/5" />
          </div>
        </div>
      ))}
    </div>
  );
}

/** Starts a new conversation: an icon above the list, a button in an empty list. */
function NewMessageButton({ look }: { readonly look: 'icon' | 'wide' }) {
  const { me, texts } = useMessages();
  const [isOpen, setOpen] = useState(false);
  if (me.isRestricted) return null;
  return (
    <>
      {look === 'icon' ? (
        <button type="button" aria-label={texts.newMessage} onClick={() => setOpen(true)} className={iconButtonClass}>
          <SquarePen aria-hidden />
        </button>
      ) : (
        <Button onClick={() => setOpen(true)}>{texts.newMessage}</Button>
      )}
      <NewMessageDialog open={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
