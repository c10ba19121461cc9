'use client';

import type { Route } from 'next';
import { useRouter, useSelectedLayoutSegment } from 'next/navigation';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Texts } from '#lib/i18n/texts.ts';
import type { Locale } from '#lib/i18n/values.ts';
import type { InboxState } from '#lib/messaging/conversations/channel-source.ts';
import type { People, Person } from '#lib/messaging/members/people.ts';
import type { ConversationView } from '#lib/messaging/schemas/conversation.ts';
import type { ConversationPage } from '#lib/messaging/schemas/conversation-input.ts';
import type { CatalogPage } from '#lib/store/schemas/catalog.ts';
import { get } from '#lib/web/api/api-client.ts';
import { openStorage } from '#lib/web/browser-storage.ts';
import { ListBook } from '#lib/web/messages/list-book.ts';
import type { ListFilter } from '#lib/web/messages/list-rows.ts';
import { openSendQueue } from '#lib/web/messages/open-send-queue.ts';
import { PeopleStore } from '#lib/web/messages/people-store.ts';
import { PictureStore } from '#lib/web/messages/picture-store.ts';
import type { SendHold } from '#lib/web/messages/send-hold.ts';
import { useTunnel } from '#lib/web/tunnel/use-tunnel.ts';
import { ConnectionLine } from './connection-line.tsx';
import { ListPane } from './list/list-pane.tsx';
import { RemovedNotice } from './list/removed-notice.tsx';
import { type Me, Messages, type MessagesWorld } from './messages-context.ts';
import { useSending } from './send/send-context.ts';
import { openClock, type Zone } from './times.ts';
import { shownPeople } from './titles.ts';
import { type Trouble, TroubleLine } from './trouble-line.tsx';

/** A page that was hidden for longer than this refreshes its list. */
const AWAY_MS = 60_000;

type MessagesShellProps = {
  readonly me: Me;
  readonly locale: Locale;
  readonly zone: Zone;
  readonly texts: Texts<'messages'>;
  readonly base: string;
  /** The list for the filter in the address. */
  readonly first: { readonly page: ConversationPage; readonly filter: ListFilter };
  readonly people: People;
  readonly inbox: InboxState;
  readonly now: string;
  readonly children: ReactNode;
};

/** Shows the list and the open conversation beside it. The list stays mounted while the user switches conversations. */
export function MessagesShell({ children, now, ...given }: MessagesShellProps) {
  const openId = useSelectedLayoutSegment();
  const shownId = useRef(openId);
  const [trouble, setTrouble] = useState<Trouble>(null);
  const [gone, setGone] = useState<ConversationView | null>(null);
  const sending = useSending();
  if (!sending) throw new Error('Messages are shown outside SendHost');
  const fail = (error: unknown) => setTrouble(error === null ? null : { error });
  const [world] = useState(() => openWorld(given, { openId: () => shownId.current, sending, fail, onGone: setGone }));
  useEffect(() => {
    shownId.current = openId;
    // A user who opens another conversation has seen the notice about the last one.
    if (openId !== null) setGone(null);
  }, [openId]);
  useInbox(world, () => shownId.current);
  useEffect(() => sending.start(), [sending]);

  return (
    <Messages value={world}>
      <main id="content" className="messages" data-open={openId ?? undefined}>
        <h1 className="sr-only">{world.texts.title}</h1>
        <div className="messages-line">
          <ConnectionLine />
          <TroubleLine trouble={trouble} onClose={() => setTrouble(null)} />
          <RemovedNotice conversation={gone} onClose={() => setGone(null)} />
        </div>
        <ListPane openId={openId} now={now} />
        <div className="messages-side">{children}</div>
      </main>
    </Messages>
  );
}

type Given = Omit<MessagesShellProps, 'children' | 'now'>;

type Around = {
  readonly openId: () => string | null;
  readonly sending: SendHold;
  readonly fail: (error: unknown) => void;
  readonly onGone: (conversation: ConversationView) => void;
};

function openWorld(
  { first, people, inbox, zone, ...shared }: Given,
  { openId, sending, fail, onGone }: Around,
): MessagesWorld {
  const ask = (path: string) => get<ConversationPage>(path);
  const lists = new ListBook({ ask, openId }, { ...first, mark: inbox.mark });
  return {
    ...{ ...shared, fail },
    clock: openClock(zone, shared.texts),
    storage: openStorage(),
    sent: sending.sent,
    queue: sending.open(openSendQueue),
    people: new PeopleStore({ ask: askPeople, soon }, people),
    pictures: new PictureStore({ ask: askPictures, soon }),
    lists,
    takenAway: (id) => {
      // A conversation that the reader has left is no longer in the lists.
      const row = lists.find(id);
      if (row && openId() === id) onGone(row);
      lists.removed(id);
    },
  };
}

/** Batches the requests of one render. */
const soon = (work: () => void) => void setTimeout(work, 30);

async function askPictures(productIds: readonly string[]) {
  const { products } = await get<CatalogPage>(
    `/api/store/products?${new URLSearchParams({ ids: productIds.join(',') })}`,
  );
  return products.map(({ id, image }) => [id, image?.url ?? null] as const);
}

async function askPeople(userIds: readonly string[], conversationIds: readonly string[]): Promise<readonly Person[]> {
  const query = new URLSearchParams({ userIds: userIds.join(','), conversationIds: conversationIds.join(',') });
  return (await get<{ people: Person[] }>(`/api/conversations/people?${query}`)).people;
}

/** Updates the lists from tunnel events. */
function useInbox({ lists, people, me, base, takenAway }: MessagesWorld, openId: () => string | null): void {
  const router = useRouter();
  useTunnel('user:inbox', (update) => {
    if (update.event === 'inbox.state') lists.stands((update.data as InboxState).mark);
    if (update.event === 'conversation.upserted') {
      const row = update.data as ConversationView; // the view that the server sent
      lists.upserted(row, update.cursor?.replace(/~[^~]*$/, ''));
      people.need(row.id, shownPeople(row, me.id));
    }
    if (update.event === 'conversation.removed') {
      const { conversationId } = update.data as { readonly conversationId: string };
      takenAway(conversationId);
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
