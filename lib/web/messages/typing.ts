import { type Later, NamedTimers } from '#lib/web/named-timers.ts';

/** The typing signal is repeated at most this often. */
const EVERY_MS = 5000;

type TypingWorld = { readonly publish: (isTyping: boolean) => void; readonly now: () => number };

/** Tells the others of a conversation that this user is typing: at the first key, then repeatedly, and when it ends. */
export class TypingSignal {
  readonly #world: TypingWorld;
  #publishedAt: number | null = null;

  constructor(world: TypingWorld) {
    this.#world = world;
  }

  /** The text in the box has changed. */
  changed(text: string): void {
    if (text.trim() === '') {
      this.stop();
      return;
    }
    const now = this.#world.now();
    if (this.#publishedAt !== null && now - this.#publishedAt < EVERY_MS) return;
    this.#publishedAt = now;
    this.#world.publish(true);
  }

  /** The box is empty or was left. */
  stop(): void {
    if (this.#publishedAt === null) return;
    this.#publishedAt = null;
    this.#world.publish(false);
  }

  /** The text was sent. The message itself ends the signal. */
  sent(): void {
    this.#publishedAt = null;
  }
}

type Signal = { readonly userId: string; readonly isTyping: boolean; readonly expiresAt: string };
type TypistsWorld = {
  /** The server's clock, as well as this device knows it. */
  readonly now: () => number;
  readonly later: Later;
  readonly changed: (userIds: readonly string[]) => void;
};

/** Who is typing in a conversation. Each signal expires at the time the server put on it. */
export class Typists {
  readonly #world: TypistsWorld;
  readonly #timers: NamedTimers<string>;
  #ids: readonly string[] = [];

  constructor(world: TypistsWorld) {
    this.#world = world;
    this.#timers = new NamedTimers(world.later);
  }

  receive({ userId, isTyping, expiresAt }: Signal): void {
    const left = Date.parse(expiresAt) - this.#world.now();
    if (!isTyping || !(left > 0)) {
      this.gone(userId);
      return;
    }
    this.#timers.set(userId, left, () => this.gone(userId));
    if (!this.#ids.includes(userId)) this.#set([...this.#ids, userId]);
  }

  /** A user has sent their text or left. */
  gone(userId: string): void {
    this.#timers.clear(userId);
    if (this.#ids.includes(userId)) this.#set(this.#ids.filter((id) => id !== userId));
  }

  close(): void {
    this.#timers.clearAll();
  }

  #set(ids: readonly string[]): void {
    this.#ids = ids;
    this.#world.changed(ids);
  }
}
