import type { MessageView } from '#lib/messaging/schemas/message.ts';
import type { CartStorage } from '#lib/web/cart/guest-cart.ts';
import { type Later, NamedTimers } from '#lib/web/named-timers.ts';
import { hasStoredOutgoing } from './outgoing-storage.ts';
import type { SendQueue } from './send-queue.ts';

/** A message is shown as waiting only after this time. */
const SOON_MS = 3000;

/** How many messages wait to be sent, and how many have failed. */
export type SendState = { readonly waiting: number; readonly failed: number };
export const nothingToSend: SendState = { waiting: 0, failed: 0 };

/** Creates the queue. `sent` is called for each confirmed message. */
export type OpenQueue = (userId: string, sent: (message: MessageView) => void) => SendQueue;

type HoldWorld = {
  readonly userId: string;
  readonly storage: () => CartStorage;
  readonly now: () => number;
  readonly later: Later;
};

/**
 * Keeps a user's queue as long as they are signed in here, whatever page they look at. The code of the queue is
 * loaded only when the user writes or an earlier page has left messages.
 */
export class SendHold {
  /** Called for each of the user's messages that the server has confirmed. */
  readonly sent = new Set<(message: MessageView) => void>();
  readonly #world: HoldWorld;
  readonly #timers: NamedTimers<'look'>;
  readonly #watchers = new Set<() => void>();
  #queue: SendQueue | null = null;
  #unwatch = () => {};
  #state = nothingToSend;

  constructor(world: HoldWorld) {
    this.#world = world;
    this.#timers = new NamedTimers(world.later);
  }

  /** Returns whether stored messages wait that no queue sends yet. */
  isWanted(): boolean {
    return this.#queue === null && hasStoredOutgoing(this.#world.storage(), this.#world.userId);
  }

  /**
   * Returns the queue and creates it if necessary. It sends nothing until `start`, because this runs during
   * rendering.
   */
  open(make: OpenQueue): SendQueue {
    this.#queue ??= make(this.#world.userId, (message) => {
      for (const hear of [...this.sent]) hear(message);
    });
    return this.#queue;
  }

  /** Sends the stored messages and new ones. */
  start(): void {
    this.#unwatch();
    this.#unwatch = this.#queue?.watch(() => this.#look()) ?? (() => {});
    this.#queue?.start();
    this.#look();
  }

  /** The network is back. */
  wake(): void {
    this.#queue?.wake();
  }

  /** Another tab has changed the stored messages. */
  sync(): void {
    this.#queue?.sync();
  }

  close(): void {
    this.#unwatch();
    this.#timers.clearAll();
    this.#queue?.close();
  }

  /** The user signs out: this page no longer sends or stores their messages. */
  forget(): void {
    this.close();
    this.#queue?.forget();
    this.#set(nothingToSend);
  }

  /** Returns the same object until it changes. */
  readonly state = (): SendState => this.#state;

  readonly watch = (changed: () => void): (() => void) => {
    this.#watchers.add(changed);
    return () => void this.#watchers.delete(changed);
  };

  #look(): void {
    const all = this.#queue?.all() ?? [];
    const on = all.filter(({ state }) => state === 'sending').map(({ at }) => Date.parse(at) + SOON_MS);
    const now = this.#world.now();
    this.#set({ waiting: on.filter((due) => due <= now).length, failed: all.length - on.length });
    const next = on.filter((due) => due > now);
    if (next.length > 0) this.#timers.set('look', Math.min(...next) - now, () => this.#look());
    else this.#timers.clear('look');
  }

  #set(state: SendState): void {
    if (state.waiting === this.#state.waiting && state.failed === this.#state.failed) return;
    this.#state = state;
    for (const changed of [...this.#watchers]) changed();
  }
}
