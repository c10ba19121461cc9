import type { MessageView } from '#lib/messaging/schemas/message.ts';
import { ApiProblem, mayPass } from '#lib/web/api/api-client.ts';
import type { CartStorage } from '#lib/web/cart/guest-cart.ts';
import { type Later, NamedTimers } from '#lib/web/named-timers.ts';
import { keepOutgoing, keptOutgoing, type NewMessage, type Outgoing } from './outgoing.ts';

/** How long after a try the next one follows; after the last the person decides. */
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
 * What a person has said and the server has not confirmed. Messages of one conversation go one after another; one that
 * does not get through is tried again under its key, and stays here, over a reload as well, until it is confirmed by the
 * answer or by an event, or thrown away.
 */
export class SendQueue {
  readonly #world: SendWorld;
  readonly #timers: NamedTimers<string>;
  readonly #watchers = new Set<() => void>();
  /** Conversations in which one is on its way this moment. */
  readonly #busy = new Set<string>();
  readonly #tries = new Map<string, number>();
  #all: readonly Outgoing[];
  #isClosed = false;

  constructor(world: SendWorld) {
    this.#world = world;
    this.#timers = new NamedTimers(world.later);
    this.#all = keptOutgoing(world.storage, world.userId);
  }

  /** The same array until something changes. */
  readonly all = (): readonly Outgoing[] => this.#all;

  readonly watch = (changed: () => void): (() => void) => {
    this.#watchers.add(changed);
    return () => void this.#watchers.delete(changed);
  };

  /** Takes up what an earlier page left. */
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

  /** Tries one again that was given up, under the same key. */
  retry(key: string): void {
    const found = this.#all.find((one) => one.key === key);
    if (found?.state !== 'failed') return;
    this.#tries.delete(key);
    this.#put({ ...found, state: 'sending', problem: '' });
    this.#pump(found.conversationId);
  }

  /** Throws one away. */
  drop(key: string): void {
    this.#remove(key);
  }

  /** An event has brought a message: if it is one of these, it is confirmed, whatever becomes of the answer. */
  confirm({ clientMessageId, senderId }: MessageView): void {
    if (clientMessageId !== null && senderId === this.#world.userId) this.#remove(clientMessageId);
  }

  /** The network is back, or somebody is looking again: nothing waits any longer. */
  wake(): void {
    this.#timers.clearAll();
    for (const id of new Set(this.#all.map(({ conversationId }) => conversationId))) this.#pump(id);
  }

  /** Another tab has changed what is kept: what it confirmed or threw away is gone here too. */
  sync(): void {
    const kept = new Set(keptOutgoing(this.#world.storage, this.#world.userId).map(({ key }) => key));
    const left = this.#all.filter(({ key }) => kept.has(key));
    if (left.length < this.#all.length) this.#change(left);
  }

  close(): void {
    this.#isClosed = true;
    this.#timers.clearAll();
  }

  /** The person signs out: nothing of theirs is sent, kept or known here any more. */
  forget(): void {
    this.close();
    this.#tries.clear();
    this.#change([]);
  }

  #pump(conversationId: string): void {
    if (this.#isClosed || this.#busy.has(conversationId) || this.#timers.has(conversationId)) return;
    const next = this.#all.find((one) => one.conversationId === conversationId && one.state === 'sending');
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
    if (!mayPass(error)) {
      this.#put({ ...outgoing, state: 'failed', problem: error instanceof ApiProblem ? error.message : '' });
      return;
    }
    // Without a network it is no try: it goes on when there is one.
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
    keepOutgoing(this.#world.storage, this.#world.userId, outgoing.key, outgoing);
    const at = this.#all.findIndex(({ key }) => key === outgoing.key);
    this.#change(at < 0 ? [...this.#all, outgoing] : this.#all.with(at, outgoing));
  }

  #remove(key: string): void {
    const found = this.#all.find((one) => one.key === key);
    if (!found) return;
    keepOutgoing(this.#world.storage, this.#world.userId, key, null);
    this.#tries.delete(key);
    this.#timers.clear(found.conversationId);
    this.#change(this.#all.filter((one) => one !== found));
    this.#pump(found.conversationId);
  }

  #change(all: readonly Outgoing[]): void {
    this.#all = all;
    for (const changed of [...this.#watchers]) changed();
  }
}

/** 22 characters of base64url: 128 bits and a little. */
export function newMessageKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(17));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .slice(0, 22);
}
