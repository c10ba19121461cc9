import { ArrowDown } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { FoldedItem } from '#components/messages/message/folded-item.tsx';
import { MessageItem } from '#components/messages/message/message-item.tsx';
import { PendingItem } from '#components/messages/message/pending-item.tsx';
import { useMessages } from '#components/messages/messages-context.ts';
import { Button } from '#components/ui/button.tsx';
import { fill } from '#lib/i18n/fill.ts';
import type { MessageRow, ThreadRow } from '#lib/web/messages/thread-rows.ts';
import type { ThreadState } from '#lib/web/messages/thread-store.ts';
import { Receipts } from './receipts.tsx';
import { useThread } from './thread-context.ts';

type MessageLogProps = {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly rows: readonly ThreadRow[];
  readonly state: ThreadState;
  readonly title: string;
  readonly now: number;
  /** The reader's read position. Later messages are watched for becoming visible. */
  readonly readSeq: number;
  readonly isFar: boolean;
  readonly newCount: number;
  readonly onNewest: () => void;
};

/** Shows the messages, oldest first, and loads earlier and later ones. */
export function MessageLog(props: MessageLogProps) {
  const { scroller, rows, state, title, now, readSeq, isFar, newCount, onNewest } = props;
  const { me, texts, clock, locale } = useMessages();
  const { store } = useThread();
  const { pages, conversation, reads, isLoadingOlder, isLoadingNewer, hasFailed } = state;
  const isGroup = conversation.participantIds.length > 2 || conversation.type === 'group';
  const newestOwn = pages.hasAfter ? undefined : rows.findLast((row) => isOwnRow(row, me.id));
  const older = useEdge(scroller, pages.hasBefore && !hasFailed, rows, () => void store.loadOlder());
  const newer = useEdge(scroller, pages.hasAfter && !hasFailed, rows, () => void store.loadNewer());

  return (
    <div className="relative flex min-h-0 grow flex-col">
      <div
        ref={scroller}
        className="messages-scroller"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach a scrolling box.
        tabIndex={0}
        role="log"
        aria-label={title}
        aria-live="polite"
        aria-busy={isLoadingOlder || isLoadingNewer}
      >
        <div className="pt-2 pb-3">
          {pages.hasBefore && (
            <div ref={older} className="flex justify-center p-2">
              <Button look="quiet" size="small" busy={isLoadingOlder} onClick={() => void store.loadOlder()}>
                {texts.loadOlder}
              </Button>
            </div>
          )}
          {rows.length === 0 && <p className="px-6 py-16 text-center text-muted">{texts.sayHello}</p>}
          <ol>{rows.map((row) => item(row))}</ol>
          {pages.hasAfter && (
            <div ref={newer} className="flex justify-center p-2">
              <Button look="quiet" size="small" busy={isLoadingNewer} onClick={() => void store.loadNewer()}>
                {texts.loadNewer}
              </Button>
            </div>
          )}
        </div>
      </div>
      {hasFailed && (
        <p
          role="alert"
          className="absolute inset-x-0 top-2 mx-auto w-fit rounded-md bg-danger-soft px-3 py-1 text-sm text-danger"
        >
          {texts.pageFailed}
        </p>
      )}
      {(isFar || pages.hasAfter) && (
        <Button look="secondary" onClick={onNewest} className="absolute! end-4 bottom-3 rounded-full shadow-lift">
          <ArrowDown aria-hidden className="size-5" />
          {newCount > 0 ? fill(texts.newestCount, { count: newCount }, locale) : texts.newest}
        </Button>
      )}
    </div>
  );

  function item(row: ThreadRow): ReactNode {
    switch (row.kind) {
      case 'day':
        return (
          <li key={row.key} className="flex justify-center py-3">
            <time
              dateTime={row.at}
              suppressHydrationWarning
              className="rounded-full bg-sunken px-3 py-0.5 text-sm text-muted first-letter:uppercase"
            >
              {clock.dayText(row.at, now)}
            </time>
          </li>
        );
      case 'unread':
        return (
          <li
            key={row.key}
            data-row={row.key}
            className="flex items-center gap-3 px-4 py-2 text-sm font-medium text-accent before:h-px before:grow before:bg-accent after:h-px after:grow after:bg-accent"
          >
            {texts.newMessages}
          </li>
        );
      case 'folded':
        return <FoldedItem key={row.key} row={row} />;
      case 'pending':
        return <PendingItem key={row.key} row={row} />;
      case 'message':
        return (
          <MessageItem
            key={row.key}
            row={row}
            isGroup={isGroup}
            isUnread={row.message.seq > readSeq && row.message.senderId !== me.id}
            receipt={row === newestOwn && <Receipts conversation={conversation} message={row.message} reads={reads} />}
          />
        );
    }
  }
}

const isOwnRow = (row: ThreadRow, me: string): row is MessageRow =>
  row.kind === 'message' && row.message.senderId === me && row.message.deletedAt === null;

/**
 * Calls `near` when an end of the loaded messages comes near. A short page keeps the end near, so each page is followed
 * by another check.
 */
function useEdge(
  scroller: RefObject<HTMLElement | null>,
  isOpen: boolean,
  rows: unknown,
  near: () => void,
): RefObject<HTMLDivElement | null> {
  const edge = useRef<HTMLDivElement>(null);
  const call = useRef(near);
  useEffect(() => {
    call.current = near;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the rows moves the marker.
  useEffect(() => {
    const mark = edge.current;
    if (!mark || !isOpen) return;
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && call.current(), {
      root: scroller.current,
      rootMargin: '400px',
    });
    watch.observe(mark);
    return () => watch.disconnect();
  }, [scroller, isOpen, rows]);
  return edge;
}
