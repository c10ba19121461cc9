import type { Route } from 'next';
import { useRouter } from 'next/navigation';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { type MessagesWorld, useMessages } from '#components/messages/messages-context.ts';
import type { ConversationView } from '#lib/messaging/schemas/conversation.ts';
import type { MessagePage, ReadState } from '#lib/messaging/schemas/message-input.ts';
import { conversationChannel } from '#lib/tunnel/channels/channels.ts';
import { get, post } from '#lib/web/api/api-client.ts';
import { ReadMarker } from '#lib/web/messages/read-marker.ts';
import { type OpenedPages, type ThreadState, ThreadStore } from '#lib/web/messages/thread-store.ts';
import { TypingSignal, Typists } from '#lib/web/messages/typing.ts';
import { useTunnel, useTunnelDoor } from '#lib/web/tunnel/use-tunnel.ts';

const later = (work: () => void, ms: number) => {
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
};

type Parts = {
  readonly store: ThreadStore;
  readonly marker: ReadMarker;
  readonly signal: TypingSignal;
  readonly typists: Typists;
};

/** Keeps one open conversation up to date: its messages, who is typing, and how far it was read. */
export function useOpenThread(
  opened: OpenedPages,
  cursor: string,
): Omit<Parts, 'typists'> & { readonly state: ThreadState; readonly typing: readonly string[] } {
  const world = useMessages();
  const door = useTunnelDoor();
  const router = useRouter();
  const { id } = opened.conversation;
  const channel = conversationChannel(id);
  const [typing, setTyping] = useState<readonly string[]>([]);
  const [{ store, marker, signal, typists }] = useState(() =>
    openParts(opened, world, {
      publishTyping: (isTyping) => {
        // A transport that only receives cannot send typing signals, so they go over REST.
        if (!door.publishTyping(channel, isTyping))
          void post(`/api/conversations/${id}/typing`, { isTyping }).catch(() => undefined);
      },
      serverNow: () => Date.now() + door.clockOffsetMs,
      setTyping,
      gone: () => router.push(world.base as Route),
    }),
  );
  const state = useSyncExternalStore(store.watch, store.state, store.state);

  useTunnel(channel, (update) => store.receive(update), cursor);
  useTunnel('user:inbox', (update) => {
    if (update.event !== 'conversation.upserted') return;
    const row = update.data as ConversationView; // the view that the server sent
    if (row.id !== id) return;
    store.changed(row);
    marker.known(row.lastReadSeq);
  });
  useEffect(() => {
    const hear = (message: Parameters<ThreadStore['take']>[0]) => {
      if (message.conversationId === id) store.said(message);
    };
    world.sent.add(hear);
    return () => void world.sent.delete(hear);
  }, [world, store, id]);
  useEffect(() => {
    const leave = () => marker.leave();
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
      signal.stop();
      typists.close();
    };
  }, [marker, signal, typists]);
  return { store, marker, signal, state, typing };
}

type Hooks = {
  readonly publishTyping: (isTyping: boolean) => void;
  readonly serverNow: () => number;
  readonly setTyping: (userIds: readonly string[]) => void;
  readonly gone: () => void;
};

function openParts(opened: OpenedPages, { me, queue, takenAway }: MessagesWorld, hooks: Hooks): Parts {
  const { id } = opened.conversation;
  const base = `/api/conversations/${id}`;
  const typists = new Typists({ now: hooks.serverNow, later, changed: hooks.setTyping });
  const marker = new ReadMarker(
    {
      post: async (seq, keepalive) => {
        await post(`${base}/read`, { seq }, { keepalive });
      },
      now: Date.now,
      later,
    },
    opened.conversation.lastReadSeq,
  );
  const store = new ThreadStore(
    {
      page: (query) => get<MessagePage>(`${base}/messages?${query}`),
      read: () => get<ReadState>(`${base}/read`),
      conversation: async () => (await get<{ conversation: ConversationView }>(base)).conversation,
      said: (message) => {
        queue.confirm(message);
        if (message.senderId === null) return;
        typists.gone(message.senderId);
        if (message.senderId === me.id) marker.known(message.seq);
      },
      later: (run, ms) => void window.setTimeout(run, ms),
      typing: (data) => {
        const signal = data as Parameters<Typists['receive']>[0]; // stamped by the server
        if (signal.userId !== me.id) typists.receive(signal);
      },
      gone: () => {
        takenAway(id);
        hooks.gone();
      },
    },
    opened,
  );
  return { store, marker, typists, signal: new TypingSignal({ publish: hooks.publishTyping, now: Date.now }) };
}
