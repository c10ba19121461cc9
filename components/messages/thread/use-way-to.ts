import { useEffect, useEffectEvent, useState } from 'react';
import type { ThreadRow } from '#lib/web/messages/thread-rows.ts';
import type { ThreadStore } from '#lib/web/messages/thread-store.ts';

/** How long a message is highlighted after scrolling to it. */
const MARKED_MS = 2000;

type WayTo = {
  readonly store: ThreadStore;
  readonly rows: readonly ThreadRow[];
  readonly toRow: (key: string) => HTMLElement | null;
  /** The message that the address names. */
  readonly asked: string | null;
  readonly failed: (error: unknown) => void;
};

/**
 * Returns a function that scrolls to a message anywhere in the conversation. At first it scrolls to the requested
 * message, or to the first unread one. Without either, a conversation opens at its end.
 */
export function useWayTo({ store, rows, toRow, asked, failed }: WayTo): (messageId: string) => Promise<void> {
  const [wanted, setWanted] = useState<string | null>(null);
  const start = useEffectEvent(() => {
    if (asked !== null && mark(asked)) return;
    if (rows.some(({ kind }) => kind === 'unread')) toRow('unread');
  });
  useEffect(() => start(), []);
  const arrive = useEffectEvent(mark);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the message exists only after its rows have been rendered.
  useEffect(() => {
    if (wanted !== null && arrive(wanted)) setWanted(null);
  }, [wanted, rows]);

  return async (messageId) => {
    if (mark(messageId)) return;
    try {
      await store.showAround(messageId);
      setWanted(messageId);
    } catch (error) {
      failed(error);
    }
  };

  /** Scrolls to a loaded message and highlights it for a moment. Returns false for a message that is not loaded. */
  function mark(messageId: string): boolean {
    const key = rows.find((row) => row.kind === 'message' && row.message.id === messageId)?.key;
    const row = key === undefined ? null : toRow(key);
    if (!row) return false;
    row.classList.add('message-marked');
    setTimeout(() => row.classList.remove('message-marked'), MARKED_MS);
    return true;
  }
}
