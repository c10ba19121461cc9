import { createContext, use, useEffect, useSyncExternalStore } from 'react';
import type { Texts } from '#lib/i18n/texts.ts';
import type { Locale } from '#lib/i18n/values.ts';
import type { People } from '#lib/messaging/members/people.ts';
import type { MessageView } from '#lib/messaging/schemas/message.ts';
import type { CartStorage } from '#lib/web/cart/guest-cart.ts';
import type { ListBook } from '#lib/web/messages/list-book.ts';
import type { PeopleStore } from '#lib/web/messages/people-store.ts';
import type { PictureStore } from '#lib/web/messages/picture-store.ts';
import type { SendQueue } from '#lib/web/messages/send-queue.ts';
import type { Clock } from './times.ts';

/** The signed-in user, as the messages pages know them. */
export type Me = {
  readonly id: string;
  readonly name: string;
  readonly readReceipts: boolean;
  /** May read but not write. */
  readonly isRestricted: boolean;
  /** The user has an approved shop, so others can pay their payment requests here. */
  readonly isSeller: boolean;
};

/** The state that all parts of the messages pages share while the pages are open. */
export type MessagesWorld = {
  readonly me: Me;
  readonly locale: Locale;
  readonly clock: Clock;
  readonly texts: Texts<'messages'>;
  /** `/messages` in the language of the address. */
  readonly base: string;
  readonly people: PeopleStore;
  readonly pictures: PictureStore;
  readonly lists: ListBook;
  /** Removes a conversation that the reader no longer takes part in. If the conversation is open, a notice says so. */
  readonly takenAway: (conversationId: string) => void;
  readonly queue: SendQueue;
  readonly storage: CartStorage;
  /** Callbacks for each own message that the server has confirmed. */
  readonly sent: Set<(message: MessageView) => void>;
  /** Shows an error to the user; null clears it. */
  readonly fail: (error: unknown) => void;
};

export const Messages = createContext<MessagesWorld | null>(null);

export function useMessages(): MessagesWorld {
  const world = use(Messages);
  if (!world) throw new Error('Messages are shown outside MessagesShell');
  return world;
}

/**
 * Returns all loaded people. Missing ids among `userIds` are then requested, with the conversation as proof of
 * acquaintance.
 */
export function usePeople(conversationId: string, userIds: readonly string[]): People {
  const { people } = useMessages();
  const all = useSyncExternalStore(people.watch, people.all, people.all);
  const ids = userIds.join(' ');
  useEffect(() => {
    if (ids !== '') people.need(conversationId, ids.split(' '));
  }, [people, conversationId, ids]);
  return all;
}
