import type { MessageView } from '#lib/messaging/schemas/message.ts';
import type { CartStorage } from '#lib/web/cart/guest-cart.ts';
import { type Later, NamedTimers } from '#lib/web/named-timers.ts';
import { hasKept } from './kept-outgoing.ts';
import type { SendQueue } from './send-queue.ts';

/** What is on its way is no news before so long. */
const SOON_MS = 3000;

/** How many messages have been waiting to be sent, and how many were given up. */
export type SendState = { readonly waiting: number; readonly failed: number };
export const nothingToSend: SendState = { waiting: 0, failed: 0 };

/** Makes the queue; `sent` hears of each message that was confirmed. */
export type OpenQueue = (userId: string, sent: (message: MessageView) => void) => SendQueue;

type HoldWorld = {
  readonly userId: string;
  readonly storage: () => CartStorage;
  readonly now: () => number;
  readonly later: Later;
};

/**
 * Holds what a person sends for as long as they are signed in here, whatever page they look at. The queue itself is
 * fetched only where somebody writes, or where an earlier page has left something.
 */
export class SendHold {
  /** Hears of each message of one's own that the server has confirmed. */
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

  /** Whether something waits that nobody here sends yet. */
  isWanted(): boolean {
    return this.#queue === null && hasKept(this.#world.storage(), this.#world.userId);
  }

  /** The queue, made where there is none. It is silent until `start`, as this happens while pages are drawn. */
  open(make: OpenQueue): SendQueue {
    this.#queue ??= make(this.#world.userId, (message) => {
      for (const hear of [...this.sent]) hear(message);
    });
    return this.#queue;
  }

  /** Sends what is there, and what comes. */
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

  /** Another tab has changed what is kept. */
  sync(): void {
    this.#queue?.sync();
  }

  close(): void {
    this.#unwatch();
    this.#timers.clearAll();
    this.#queue?.close();
  }

  /** The person signs out: nothing of theirs is sent or kept by this page any more. */
  forget(): void {
    this.close();
    this.#queue?.forget();
    this.#set(nothingToSend);
  }

  /** The same object until something changes. */
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
