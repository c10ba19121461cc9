import { useEffect, useEffectEvent, useState } from 'react';
import type { ReadMarker } from '#lib/web/messages/read-marker.ts';
import { lineOnReturn } from '#lib/web/messages/thread-rows.ts';
import type { ThreadStore } from '#lib/web/messages/thread-store.ts';

/**
 * Where the line of what is new stands: before what was unread when the conversation was opened, or came while its reader
 * looked elsewhere. What comes while they look draws none. `set` is for a reader who has left it unread themselves.
 */
export function useUnreadLine(store: ThreadStore, marker: ReadMarker, me: string) {
  const [line, set] = useState(() => {
    const { unreadCount, lastReadSeq } = store.state().conversation;
    return unreadCount > 0 ? lastReadSeq : null;
  });
  const back = useEffectEvent(() =>
    set((now) => lineOnReturn(store.state().pages.messages, { line: now, seenSeq: marker.seq, me })),
  );
  useEffect(() => {
    const stop = new AbortController();
    window.addEventListener('focus', () => back(), stop);
    return () => stop.abort();
  }, []);
  return { line, set };
}
