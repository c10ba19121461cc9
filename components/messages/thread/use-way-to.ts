import { useEffect, useEffectEvent, useState } from 'react';
import type { ThreadRow } from '#lib/web/messages/thread-rows.ts';
import type { ThreadStore } from '#lib/web/messages/thread-store.ts';

/** A message one was led to is marked for so long. */
const MARKED_MS = 2000;

type WayTo = {
  readonly store: ThreadStore;
  readonly rows: readonly ThreadRow[];
  readonly toRow: (key: string) => HTMLElement | null;
  /** The message the address asks for. */
  readonly asked: string | null;
  readonly failed: (error: unknown) => void;
};

/**
 * Leads to a message, wherever in the conversation it is. At first that is the one asked for, or what is new; without
 * either a conversation stands at its end by itself.
 */
export function useWayTo({ store, rows, toRow, asked, failed }: WayTo): (messageId: string) => Promise<void> {
  const [wanted, setWanted] = useState<string | null>(null);
  const start = useEffectEvent(() => {
    if (asked !== null && mark(asked)) return;
    if (rows.some(({ kind }) => kind === 'unread')) toRow('unread');
  });
  useEffect(() => start(), []);
  const arrive = useEffectEvent(mark);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the message is there once its rows are.
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

  /** Brings a message that is shown into sight and marks it for a moment; false where it is not. */
  function mark(messageId: string): boolean {
    const key = rows.find((row) => row.kind === 'message' && row.message.id === messageId)?.key;
    const row = key === undefined ? null : toRow(key);
    if (!row) return false;
    row.classList.add('message-marked');
    setTimeout(() => row.classList.remove('message-marked'), MARKED_MS);
    return true;
  }
}
