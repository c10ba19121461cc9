import type { MessageView } from '#lib/messaging/schemas/message.ts';
import { ApiProblem, isTransient } from '#lib/web/api/api-client.ts';
import type { CartStorage } from '#lib/web/cart/guest-cart.ts';
import { type Later, NamedTimers } from '#lib/web/named-timers.ts';
import { type NewMessage, type Outgoing, readStoredOutgoing, storeOutgoing } from './outgoing.ts';

/** The pauses between tries. After the last one the user decides. */
export const RETRY_MS: readonly number[] = [1000, 2000, 4000, 8000, 16_000];

export type SendWorld = {
  readonly userId: string;
  readonly storage: CartStorage;
  readonly send: (outgoing: Outgoing) => Promise<MessageView>;
  readonly sent: (message: MessageView) => void;
  readonly newKey: () => string;
  readonly now: () => Date;
  readonly later: Later;
  readonly isOnline: () => boolean;
};

/**
 * The messages of a user that the server has not confirmed. Those of one conversation are sent one after another. A
 * failed one is retried under its key. It stays here, also over a reload, until a response or an event confirms it or
 * the user discards it.
 */
export class SendQueue {
  readonly #world: SendWorld;
  readonly #timers: NamedTimers<string>;
  readonly #watchers = new Set<() => void>();
  /** Conversations with a message being sent now. */
  readonly #busy = new Set<string>();
  readonly #tries = new Map<string, number>();
  #all: readonly Outgoing[];
  #isClosed = false;

  constructor(world: SendWorld) {
    this.#world = world;
    this.#timers = new NamedTimers(world.later);
    this.#all = readStoredOutgoing(world.storage, world.userId);
  }

  /** Returns the same array until it changes. */
  readonly all = (): readonly Outgoing[] => this.#all;

  readonly watch = (changed: () => void): (() => void) => {
    this.#watchers.add(changed);
    return () => void this.#watchers.delete(changed);
  };

  /** Sends the messages that an earlier page left. */
  start(): void {
    this.#isClosed = false;
    this.wake();
  }

  add(conversationId: string, said: NewMessage): Outgoing {
    const outgoing: Outgoing = {
      type: 'text',
      attachments: [],
      metadata: {},
      replyToId: null,
      ...said,
      key: this.#world.newKey(),
      conversationId,
      at: this.#world.now().toISOString(),
      state: 'sending',
      problem: '',
    };
    this.#put(outgoing);
    this.#pump(conversationId);
    return outgoing;
  }

  /** Retries a failed message under the same key. */
  retry(key: string): void {
    const found = this.#all.find((message) => message.key === key);
    if (found?.state !== 'failed') return;
    this.#tries.delete(key);
    this.#put({ ...found, state: 'sending', problem: '' });
    this.#pump(found.conversationId);
  }

  /** Discards a message. */
  drop(key: string): void {
    this.#remove(key);
  }

  /** An event has brought a message. If it is one of these, it is confirmed, whatever the response will be. */
  confirm({ clientMessageId, senderId }: MessageView): void {
    if (clientMessageId !== null && senderId === this.#world.userId) this.#remove(clientMessageId);
  }

  /** The network is back or the user is looking again: all pauses end. */
  wake(): void {
    this.#timers.clearAll();
    for (const id of new Set(this.#all.map(({ conversationId }) => conversationId))) this.#pump(id);
  }

  /** Another tab has changed the stored messages: those it confirmed or discarded are removed here too. */
  sync(): void {
    const kept = new Set(readStoredOutgoing(this.#world.storage, this.#world.userId).map(({ key }) => key));
    const left = this.#all.filter(({ key }) => kept.has(key));
    if (left.length < this.#all.length) this.#change(left);
  }

  close(): void {
    this.#isClosed = true;
    this.#timers.clearAll();
  }

  /** The user signs out: their messages are no longer sent, stored or known here. */
  forget(): void {
    this.close();
    this.#tries.clear();
    this.#change([]);
  }

  #pump(conversationId: string): void {
    if (this.#isClosed || this.#busy.has(conversationId) || this.#timers.has(conversationId)) return;
    const next = this.#all.find((message) => message.conversationId === conversationId && message.state === 'sending');
    if (!next || !this.#world.isOnline()) return;
    this.#busy.add(conversationId);
    void this.#send(next).finally(() => {
      this.#busy.delete(conversationId);
      this.#pump(conversationId);
    });
  }

  async #send(outgoing: Outgoing): Promise<void> {
    try {
      const message = await this.#world.send(outgoing);
      this.#remove(outgoing.key);
      this.#world.sent(message);
    } catch (error) {
      if (this.#all.some(({ key }) => key === outgoing.key)) this.#failed(outgoing, error);
    }
  }

  #failed(outgoing: Outgoing, error: unknown): void {
    const { key, conversationId } = outgoing;
    if (!isTransient(error)) {
      this.#put({ ...outgoing, state: 'failed', problem: error instanceof ApiProblem ? error.message : '' });
      return;
    }
    // Without a network it does not count as a try. It continues when the network is back.
    if (!this.#world.isOnline()) return;
    const tries = this.#tries.get(key) ?? 0;
    const wait = RETRY_MS[tries];
    if (wait === undefined) {
      this.#put({ ...outgoing, state: 'failed', problem: '' });
      return;
    }
    this.#tries.set(key, tries + 1);
    const asked = error instanceof ApiProblem && error.retryAfter !== null ? error.retryAfter * 1000 : wait;
    this.#timers.set(conversationId, asked, () => this.#pump(conversationId));
  }

  #put(outgoing: Outgoing): void {
    storeOutgoing(this.#world.storage, this.#world.userId, outgoing.key, outgoing);
    const at = this.#all.findIndex(({ key }) => key === outgoing.key);
    this.#change(at < 0 ? [...this.#all, outgoing] : this.#all.with(at, outgoing));
  }

  #remove(key: string): void {
    const found = this.#all.find((message) => message.key === key);
    if (!found) return;
    storeOutgoing(this.#world.storage, this.#world.userId, key, null);
    this.#tries.delete(key);
    this.#timers.clear(found.conversationId);
    this.#change(this.#all.filter((message) => message !== found));
    this.#pump(found.conversationId);
  }

  #change(all: readonly Outgoing[]): void {
    this.#all = all;
    for (const changed of [...this.#watchers]) changed();
  }
}

/** Returns 22 characters of base64url: slightly more than 128 bits. */
export function newMessageKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(17));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .slice(0, 22);
}
