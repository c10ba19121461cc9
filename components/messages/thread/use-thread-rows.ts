import { useMemo, useSyncExternalStore } from 'react';
import useSWR from 'swr';
import { useMessages, usePeople } from '#components/messages/messages-context.ts';
import { otherOf } from '#components/messages/titles.ts';
import type { BlockList } from '#lib/messaging/schemas/block.ts';
import { get } from '#lib/web/api/api-client.ts';
import type { Outgoing } from '#lib/web/messages/outgoing.ts';
import { rowsOf } from '#lib/web/messages/thread-rows.ts';
import type { ThreadState } from '#lib/web/messages/thread-store.ts';

const none: readonly Outgoing[] = [];

type Rows = { readonly state: ThreadState; readonly line: number | null; readonly blocked: BlockList };

/**
 * Returns the rows of an open conversation: messages, messages being sent, and collapsed messages of blocked users.
 * `failed` counts the reader's messages that were not sent. `closed` is the reason why the reader cannot write here, or
 * null.
 */
export function useThreadRows({ state: { conversation, pages }, line, blocked }: Rows) {
  const { me, texts, queue, clock } = useMessages();
  const { id, type, participantIds } = conversation;
  const all = useSyncExternalStore(queue.watch, queue.all, () => none);
  const { data: blocks } = useSWR('/api/users/blocks', (path: string) => get<BlockList>(path), {
    fallbackData: blocked,
    revalidateOnMount: false,
    revalidateOnFocus: false,
  });
  const peer = otherOf(conversation, me.id);
  const people = usePeople(id, peer === null ? [] : [peer]);

  const isGroup = participantIds.length > 2 || type === 'group';
  const rows = useMemo(() => {
    const pending = pages.hasAfter ? [] : all.filter(({ conversationId }) => conversationId === id);
    const folded = new Set(isGroup ? blocks.blocks.map(({ userId }) => userId) : []);
    return rowsOf({ messages: pages.messages, pending, me: me.id, lineSeq: line, folded, dayOf: clock.dayOf });
  }, [pages, all, id, isGroup, blocks, me.id, line, clock]);

  const isBlocked = peer !== null && blocks.blocks.some(({ userId }) => userId === peer);
  const isAlone = peer !== null && type !== 'group' && people[peer]?.isDeleted === true;
  return {
    rows,
    people,
    failed: all.filter(({ conversationId, state }) => conversationId === id && state === 'failed').length,
    closed: me.isRestricted ? texts.restricted : isBlocked ? texts.youBlocked : isAlone ? texts.otherGone : null,
  };
}
