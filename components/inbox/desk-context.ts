'use client';

import { createContext, useContext } from 'react';
import type { ThreadStatus } from '#lib/crm/threads/values.ts';
import type { Command } from './console-keys.ts';
import type { Holding } from './draft/held-send.ts';
import type { InboxFilter } from './inbox-href.ts';

/** As much of a thread as moving it needs. */
export type Movable = {
  readonly id: string;
  readonly status: ThreadStatus;
  readonly version: number;
  readonly subject: string;
};
/** The list beside what is open, as its rows stand. */
export type Listed = { readonly ids: readonly string[]; readonly openId: string | null; readonly filter: InboxFilter };
export type Commands = Partial<Record<Command, () => void>>;

/** What every part of the inbox shares. */
export type Desk = {
  /** Says something to those who listen instead of look. */
  readonly announce: (text: string) => void;
  /** What keys do while a part is on the page; answers how to take them back. */
  readonly register: (commands: Commands) => () => void;
  /** Moves a thread at once and offers for six seconds to take it back. */
  readonly move: (thread: Movable, to: ThreadStatus) => void;
  /** The status to show: the one just chosen until the server's own has caught up. */
  readonly statusOf: (thread: Pick<Movable, 'id' | 'status' | 'version'>) => ThreadStatus;
  /** Notes that this person has changed something; how often they have tells their changes from those of others. */
  readonly acted: () => void;
  readonly actions: () => number;
  /** Offers to take a mail back while the server holds it. */
  readonly hold: (send: Holding) => void;
  readonly takeBack: (draftId: string) => void;
  /** Tells which threads the list shows; they are the order in which one goes on. */
  readonly list: (listed: Listed) => void;
  /** Opens the next thread, or the one before. */
  readonly walk: (by: 1 | -1) => void;
  /** Opens the next thread, or the list behind the last one, for those who want that after they have dealt with one. */
  readonly goOn: () => void;
  /** How far which list is scrolled; it is built anew with every thread that is opened. */
  readonly scrolled: { current: { of: string; top: number } };
  /** The address at which the inbox was entered: who arrives anywhere else has followed something on a page of it. */
  readonly entry: string;
  /** The thread one comes back from, so that the list can put the focus there. */
  readonly leave: (threadId: string) => void;
  readonly cameFrom: () => string | null;
};

export const DeskContext = createContext<Desk | null>(null);

export function useDesk(): Desk {
  const desk = useContext(DeskContext);
  if (!desk) throw new Error('there is no desk around this part of the inbox');
  return desk;
}
