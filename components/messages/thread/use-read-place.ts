import { useEffect, useEffectEvent, useState } from 'react';
import { useMessages } from '#components/messages/messages-context.ts';
import type { MessageView } from '#lib/messaging/schemas/message.ts';
import { post } from '#lib/web/api/api-client.ts';
import type { ReadMarker } from '#lib/web/messages/read-marker.ts';
import { lineOnReturn } from '#lib/web/messages/thread-rows.ts';
import type { ThreadStore } from '#lib/web/messages/thread-store.ts';

/**
 * Returns the reader's position `readSeq` and where the line of new messages stands. The line stands before messages
 * that were unread when the conversation opened, or that arrived while the window had no focus. Messages that arrive
 * while the reader looks draw no line. `markUnread` moves the position back on the reader's request.
 */
export function useReadPlace(store: ThreadStore, marker: ReadMarker, announce: (text: string) => void) {
  const { me, texts, fail } = useMessages();
  const { id, unreadCount, lastReadSeq } = store.state().conversation;
  const [readSeq, setReadSeq] = useState(lastReadSeq);
  const [line, setLine] = useState(() => (unreadCount > 0 ? lastReadSeq : null));
  const back = useEffectEvent(() =>
    setLine((now) => lineOnReturn(store.state().pages.messages, { line: now, seenSeq: marker.seq, me: me.id })),
  );
  useEffect(() => {
    const stop = new AbortController();
    window.addEventListener('focus', () => back(), stop);
    return () => stop.abort();
  }, []);

  async function markUnread(message: MessageView): Promise<void> {
    fail(null);
    // The marker moves back before the request, or else a position that waits to be sent would follow the request.
    const putBack = marker.moveBack(message.seq - 1, store.state().conversation.messageSeq);
    try {
      await marker.sent;
      await post(`/api/conversations/${id}/read`, { unread: true, messageId: message.id });
      setReadSeq(message.seq - 1);
      setLine(message.seq - 1);
      announce(texts.markedUnread);
    } catch (error) {
      putBack();
      fail(error);
    }
  }
  return { readSeq, line, markUnread };
}
