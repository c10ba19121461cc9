'use client';

import type { Route } from 'next';
import { useRouter, useSelectedLayoutSegment } from 'next/navigation';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Locale } from '#lib/auth/values.ts';
import type { InboxState } from '#lib/messaging/channel-source.ts';
import type { People, Person } from '#lib/messaging/people.ts';
import type { ConversationView } from '#lib/messaging/schemas/conversation.ts';
import type { ConversationPage } from '#lib/messaging/schemas/conversation-input.ts';
import type { MessageView } from '#lib/messaging/schemas/message.ts';
import { get, post } from '#lib/web/api-client.ts';
import { openStorage } from '#lib/web/browser-storage.ts';
import type { Texts } from '#lib/web/i18n/texts.ts';
import { ListBook } from '#lib/web/messages/list-book.ts';
import type { Outgoing } from '#lib/web/messages/outgoing.ts';
import { PeopleStore } from '#lib/web/messages/people-store.ts';
import { newMessageKey, SendQueue } from '#lib/web/messages/send-queue.ts';
import { useTunnel } from '#lib/web/use-tunnel.ts';
import { ConnectionLine } from './connection-line.tsx';
import { ListPane } from './list-pane.tsx';
import { type Me, Messages, type MessagesWorld } from './messages-context.ts';
import { openClock, type Zone } from './times.ts';
import { shownPeople } from './titles.ts';

/** A page that was out of sight for so long looks whether its list still stands. */
const AWAY_MS = 60_000;

type DeskProps = {
  readonly me: Me;
  readonly locale: Locale;
  readonly zone: Zone;
  readonly texts: Texts<'messages'>;
  readonly base: string;
  readonly first: ConversationPage;
  readonly people: People;
  readonly inbox: InboxState;
  readonly now: string;
  readonly children: ReactNode;
};

/** The list and what is open beside it. It stays while one goes from conversation to conversation. */
export function MessagesDesk({ children, now, ...given }: DeskProps) {
  const openId = useSelectedLayoutSegment();
  const shownId = useRef(openId);
  const [world] = useState(() => openWorld(given, () => shownId.current));
  useEffect(() => {
    shownId.current = openId;
  }, [openId]);
  useInbox(world, () => shownId.current);
  useSending(world);

  return (
    <Messages value={world}>
      <main id="content" className="messages" data-open={openId ?? undefined}>
        <h1 className="sr-only">{world.texts.title}</h1>
        <ConnectionLine />
        <ListPane openId={openId} now={now} />
        <div className="messages-side">{children}</div>
      </main>
    </Messages>
  );
}

type Given = Omit<DeskProps, 'children' | 'now'>;

function openWorld({ first, people, inbox, zone, ...shared }: Given, openId: () => string | null): MessagesWorld {
  const storage = openStorage();
  const sent = new Set<(message: MessageView) => void>();
  return {
    ...shared,
    clock: openClock(zone, shared.texts),
    storage,
    sent,
    people: new PeopleStore({ ask: askPeople, soon: (work) => void setTimeout(work, 30) }, people),
    lists: new ListBook({ ask: (path) => get<ConversationPage>(path), openId }, first, inbox.mark),
    queue: new SendQueue({
      userId: shared.me.id,
      storage,
      send,
      sent: (message) => {
        for (const hear of sent) hear(message);
      },
      newKey: newMessageKey,
      now: () => new Date(),
      later: (work, ms) => {
        const timer = setTimeout(work, ms);
        return () => clearTimeout(timer);
      },
      isOnline: () => navigator.onLine,
    }),
  };
}

async function askPeople(userIds: readonly string[], conversationIds: readonly string[]): Promise<readonly Person[]> {
  const query = new URLSearchParams({ userIds: userIds.join(','), conversationIds: conversationIds.join(',') });
  return (await get<{ people: Person[] }>(`/api/conversations/people?${query}`)).people;
}

async function send({ key, conversationId, attachments, ...said }: Outgoing): Promise<MessageView> {
  const { content, type, metadata, replyToId } = said;
  const body = {
    content,
    type,
    metadata,
    replyToId,
    attachments: attachments.map(({ id }) => id),
    clientMessageId: key,
  };
  return (await post<{ message: MessageView }>(`/api/conversations/${conversationId}/messages`, body)).message;
}

/** Keeps the lists as the tunnel tells of them. */
function useInbox({ lists, people, me, base }: MessagesWorld, openId: () => string | null): void {
  const router = useRouter();
  useTunnel('user:inbox', (heard) => {
    if (heard.event === 'inbox.state') lists.stands((heard.data as InboxState).mark);
    if (heard.event === 'conversation.upserted') {
      const row = heard.data as ConversationView; // the server's own view of it
      lists.upserted(row, heard.cursor?.replace(/~[^~]*$/, ''));
      people.need(row.id, shownPeople(row, me.id));
    }
    if (heard.event === 'conversation.removed') {
      const { conversationId } = heard.data as { readonly conversationId: string };
      lists.removed(conversationId);
      if (openId() === conversationId) router.push(base as Route);
    }
  });

  useEffect(() => {
    let hiddenAt: number | null = null;
    const stop = new AbortController();
    const looked = () => {
      if (document.hidden) hiddenAt = Date.now();
      else if (hiddenAt !== null && Date.now() - hiddenAt > AWAY_MS) lists.refresh();
    };
    document.addEventListener('visibilitychange', looked, stop);
    return () => stop.abort();
  }, [lists]);
}

/** Sends what an earlier page has left, and goes on whenever there is a network. */
function useSending({ queue }: MessagesWorld): void {
  const stored = useEffectEvent(({ key }: StorageEvent) => {
    if (key === null || key.startsWith('plaza.messages.pending.')) queue.sync();
  });
  useEffect(() => {
    const stop = new AbortController();
    queue.start();
    window.addEventListener('online', () => queue.wake(), stop);
    window.addEventListener('storage', stored, stop);
    return () => {
      stop.abort();
      queue.close();
    };
  }, [queue]);
}
