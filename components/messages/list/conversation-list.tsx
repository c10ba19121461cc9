import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useMessages } from '#components/messages/messages-context.ts';
import { Button } from '#components/ui/button.tsx';
import type { ConversationView } from '#lib/messaging/schemas/conversation.ts';
import { heldRows } from '#lib/web/messages/list-rows.ts';
import type { ListStore } from '#lib/web/messages/list-store.ts';
import type { Outgoing } from '#lib/web/messages/outgoing.ts';
import { ConversationRow } from './conversation-row.tsx';
import { RowMenu } from './row-menu.tsx';
import { usePictures } from './use-pictures.ts';

type ConversationListProps = {
  readonly store: ListStore;
  readonly openId: string | null;
  readonly now: number;
  /** The filter, added to each link. */
  readonly query: string;
};

const none: readonly Outgoing[] = [];

/** Shows the rows, latest activity first. Rows do not move while the pointer or the focus is on the list. */
export function ConversationList({ store, openId, now, query }: ConversationListProps) {
  const { texts, queue } = useMessages();
  const { rows, hasMore, isLoading, hasFailed } = useSyncExternalStore(store.watch, store.state, store.state);
  const outgoing = useSyncExternalStore(queue.watch, queue.all, () => none);
  const failed = new Set(outgoing.flatMap(({ conversationId, state }) => (state === 'failed' ? conversationId : [])));
  const [held, setHeld] = useState<readonly string[] | null>(null);
  const [menuOf, setMenuOf] = useState<ConversationView | null>(null);
  const end = useRef<HTMLDivElement>(null);
  const shown = held === null ? rows : heldRows(rows, held);
  const pictures = usePictures(rows);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the end of a short page stays in view, so each new page must be checked.
  useEffect(() => {
    const mark = end.current;
    if (!mark || !hasMore || hasFailed) return;
    const seen = new IntersectionObserver(([entry]) => entry?.isIntersecting && void store.loadMore(), {
      rootMargin: '400px',
    });
    seen.observe(mark);
    return () => seen.disconnect();
  }, [store, hasMore, hasFailed, rows.length]);

  const hold = () => setHeld((now) => now ?? rows.map(({ id }) => id));
  return (
    <div className="messages-rows">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the handlers only record where the pointer and the focus are. */}
      <div
        onPointerEnter={(event) => event.pointerType === 'mouse' && hold()}
        onPointerLeave={(event) => !event.currentTarget.contains(document.activeElement) && setHeld(null)}
        onFocus={hold}
        onBlur={({ currentTarget, relatedTarget }) =>
          !currentTarget.contains(relatedTarget) && !currentTarget.matches(':hover') && setHeld(null)
        }
      >
        <ul aria-label={texts.conversations}>
          {shown.map((row) => (
            <ConversationRow
              key={row.id}
              row={row}
              picture={pictures.get(row.id) ?? null}
              isOpen={row.id === openId}
              hasFailed={failed.has(row.id)}
              now={now}
              query={query}
              onMenu={() => setMenuOf(row)}
            />
          ))}
        </ul>
      </div>
      <RowMenu row={menuOf && (rows.find(({ id }) => id === menuOf.id) ?? menuOf)} openId={openId} />
      <div ref={end} className="flex flex-col items-center gap-2 p-4">
        {hasFailed && (
          <p role="alert" className="text-sm text-danger">
            {texts.listFailed}
          </p>
        )}
        {hasMore && (
          <Button look="secondary" busy={isLoading} onClick={() => void store.loadMore()}>
            {texts.loadMore}
          </Button>
        )}
      </div>
    </div>
  );
}
