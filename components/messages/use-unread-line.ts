import { useEffect, useState } from 'react';
import type { ReadMarker } from '#lib/web/messages/read-marker.ts';
import type { OpenedPages, ThreadStore } from '#lib/web/messages/thread-store.ts';

/** Where the line above what is new stands: after `readSeq`, if there is anything new up to `headSeq`. */
type UnreadLine = { readonly readSeq: number; readonly headSeq: number };

/**
 * What was new when the conversation was opened, or came while its page was out of sight. What comes while somebody looks
 * at it gets no line: it is read as it comes.
 */
export function useUnreadLine({ conversation }: OpenedPages, store: ThreadStore, marker: ReadMarker) {
  const { lastReadSeq: readSeq, messageSeq: headSeq } = conversation;
  const [line, move] = useState<UnreadLine>({ readSeq, headSeq });
  useEffect(() => {
    const head = () => store.state().conversation.messageSeq;
    const turned = () =>
      move((now) =>
        document.hidden
          ? { readSeq: Math.max(now.readSeq, marker.seq), headSeq: Number.POSITIVE_INFINITY }
          : { ...now, headSeq: head() },
      );
    document.addEventListener('visibilitychange', turned);
    return () => document.removeEventListener('visibilitychange', turned);
  }, [store, marker]);
  /** The reader has said that it is unread from there. */
  const moveBack = (to: number) => move({ readSeq: to, headSeq: store.state().conversation.messageSeq });
  return { ...line, moveBack };
}
