import { createContext, useContext } from 'react';
import type { ThreadStatus } from '#lib/crm/threads/values.ts';
import type { Command } from './console-keys.ts';
import type { Holding } from './draft/held-send.ts';
import type { InboxFilter } from './inbox-href.ts';

/** The fields of a thread that a status change needs. */
export type Movable = {
  readonly id: string;
  readonly status: ThreadStatus;
  readonly version: number;
  readonly subject: string;
};
/** The threads in the list next to the open thread, in the order of the rows. */
export type Listed = { readonly ids: readonly string[]; readonly openId: string | null; readonly filter: InboxFilter };
export type Commands = Partial<Record<Command, () => void>>;

/** The context that all parts of the inbox share. */
export type Inbox = {
  /** Announces a text to screen readers. */
  readonly announce: (text: string) => void;
  /** Registers the shortcuts of a part of the page. Returns a function that removes them. */
  readonly register: (commands: Commands) => () => void;
  /** Changes the status of a thread immediately and offers an undo for six seconds. */
  readonly move: (thread: Movable, to: ThreadStatus) => void;
  /** Returns the status to show: the chosen one until the server's data has caught up. */
  readonly statusOf: (thread: Pick<Movable, 'id' | 'status' | 'version'>) => ThreadStatus;
  /** Counts a change by this user. The count distinguishes the user's own changes from those of others. */
  readonly acted: () => void;
  readonly actions: () => number;
  /** Offers an undo for a mail while the server holds it back. */
  readonly hold: (send: Holding) => void;
  readonly takeBack: (draftId: string) => void;
  /** Inserts a text into the reply of the open thread. Without a reply it begins one. */
  readonly insert: (text: string) => void;
  /** Registers the reply that takes inserted texts. Returns a function that removes it. */
  readonly takeInserts: (taker: (text: string) => void) => () => void;
  /** Stores which threads the list shows. Their order defines the next thread. */
  readonly list: (listed: Listed) => void;
  /** Opens the next or the previous thread. */
  readonly walk: (by: 1 | -1) => void;
  /** Opens the next thread, or the list after the last one. Does nothing unless the user has chosen this. */
  readonly goOn: () => void;
  /** The scroll position of each list. The list is rendered anew with every opened thread. */
  readonly scrolled: { current: { of: string; top: number } };
  /**
   * The path at which the user entered the inbox. On any other path the user followed a link or a command inside the
   * inbox.
   */
  readonly entry: string;
  /** Stores the thread that the user leaves, so that the list can restore the focus. */
  readonly leave: (threadId: string) => void;
  readonly cameFrom: () => string | null;
};

export const InboxContext = createContext<Inbox | null>(null);

export function useInbox(): Inbox {
  const inbox = useContext(InboxContext);
  if (!inbox) throw new Error('useInbox is called outside the inbox');
  return inbox;
}
