import type { TunnelClient } from './client.ts';
import type { Place } from './line.ts';
import { type Tell, TunnelListeners } from './listeners.ts';
import type { TunnelNews, TunnelStatus } from './news.ts';
import type { Position } from './position.ts';

type Said =
  /** A tab has opened and asks for the status, or a tab has closed. */
  | { readonly kind: 'hello' | 'gone' | 'wake' | 'signed-out' }
  | { readonly kind: 'want'; readonly places: readonly Place[] }
  | { readonly kind: 'drop'; readonly channel: string }
  | { readonly kind: 'typing'; readonly channel: string; readonly isTyping: boolean }
  /** From the leader: that it leads from now on, the status, and what it has received. */
  | { readonly kind: 'lead' }
  | { readonly kind: 'status'; readonly status: TunnelStatus; readonly clockOffsetMs: number }
  | { readonly kind: 'news'; readonly news: TunnelNews };
/** The messages between tabs. A tab of an older build may be open beside this one: `v` names the version. */
export type TabMessage = Said & { readonly v: 1; readonly tab: string };

/** What a tab needs of the browser. */
export type TabWorld = {
  readonly tab: string;
  /** The name that all tabs of this user share. */
  readonly name: string;
  /**
   * Communication and leader election between tabs. Null where the browser supports neither: then each tab is alone.
   * `hold` calls back once the lock of that name is held. The returned function releases it or stops waiting for it.
   */
  readonly others: {
    readonly hold: (lock: string, held: () => void) => () => void;
    readonly join: (name: string, hear: (message: TabMessage) => void) => Radio;
  } | null;
  readonly openClient: (hears: {
    readonly news: (news: TunnelNews) => void;
    readonly status: (status: TunnelStatus) => void;
  }) => Client;
};
type Radio = { readonly post: (message: TabMessage) => void; readonly close: () => void };
type Client = Pick<TunnelClient, 'want' | 'drop' | 'wake' | 'sayTyping' | 'signOut' | 'close' | 'clockOffsetMs'>;

/**
 * The tunnel of one tab. All tabs of a user share one connection: the tab with the lock has it and forwards what it
 * receives. When that tab closes, the next holder continues from what every tab has received, so that nothing is
 * lost.
 */
export class TunnelTab {
  readonly #world: TabWorld;
  readonly #listeners = new TunnelListeners();
  readonly #watchers = new Set<() => void>();
  #radio: Radio | null = null;
  #client: Client | null = null;
  /** The leader's record of which tabs want a channel. */
  readonly #wanted = new Map<string, Set<string>>();
  /** The functions that stop watching each other tab. */
  readonly #others = new Map<string, () => void>();
  #locks: (() => void)[] = [];
  #status: TunnelStatus = 'connecting';
  #clockOffsetMs = 0;

  constructor(world: TabWorld) {
    this.#world = world;
  }

  readonly status = (): TunnelStatus => this.#status;

  /** Calls back after every change of the status. Returns the function that stops it. */
  readonly watch = (changed: () => void): (() => void) => {
    this.#watchers.add(changed);
    return () => void this.#watchers.delete(changed);
  };

  get clockOffsetMs(): number {
    return this.#clockOffsetMs;
  }

  /** Starts, or starts again after `leave`. */
  enter(): void {
    const { others, name, tab } = this.#world;
    this.#listeners.wait();
    if (!others) {
      this.#lead();
      return;
    }
    this.#radio = others.join(name, (message) => this.#hear(message));
    // The lock is held as long as this tab lives. From it the leader learns of a tab that closed without a message.
    this.#locks = [others.hold(`${name}.tab.${tab}`, () => undefined), others.hold(name, () => this.#lead())];
    this.#post({ kind: 'hello' });
    this.#post({ kind: 'want', places: this.#listeners.places() });
  }

  /** The page is left, perhaps only for a while: the connection goes to another tab. */
  leave(): void {
    this.#client?.close();
    this.#client = null;
    this.#wanted.clear();
    for (const stop of this.#others.values()) stop();
    this.#others.clear();
    this.#post({ kind: 'gone' });
    this.#radio?.close();
    this.#radio = null;
    for (const release of this.#locks.splice(0)) release();
  }

  /** Listens to a channel from a position on. Returns the function that stops it. */
  listen(channel: string, tell: Tell, position: Position = null): () => void {
    const remove = this.#listeners.add(channel, position, tell);
    const place = { channel, cursor: position };
    if (this.#client) this.#want(this.#world.tab, [place]);
    else this.#post({ kind: 'want', places: [place] });
    return () => {
      remove();
      if (this.#listeners.hasAny(channel)) return;
      if (this.#client) this.#drop(this.#world.tab, channel);
      else this.#post({ kind: 'drop', channel });
    };
  }

  /** Sends the typing state to the others of a conversation. Returns false when the tunnel cannot carry it now. */
  sayTyping(channel: string, isTyping: boolean): boolean {
    if (this.#client) return this.#client.sayTyping(channel, isTyping);
    this.#post({ kind: 'typing', channel, isTyping });
    return this.#status === 'live';
  }

  /** The user looks at this tab again, or the network is back. */
  wake(): void {
    if (this.#client) this.#client.wake();
    else this.#post({ kind: 'wake' });
  }

  /** The user signs out: no tab receives anything more. */
  signOut(): void {
    this.#post({ kind: 'signed-out' });
    this.#signedOut();
  }

  #lead(): void {
    this.#client = this.#world.openClient({
      news: (news) => {
        this.#post({ kind: 'news', news });
        this.#take(news);
      },
      status: (status) => this.#stand(status, this.#client?.clockOffsetMs ?? 0),
    });
    this.#listeners.wait();
    this.#want(this.#world.tab, this.#listeners.places());
    this.#post({ kind: 'lead' });
  }

  #hear(message: TabMessage): void {
    if (message.v !== 1 || message.tab === this.#world.tab) return;
    if (message.kind === 'signed-out') {
      this.#signedOut();
      return;
    }
    if (this.#client) this.#serve(this.#client, message);
    else this.#follow(message);
  }

  #serve(client: Client, message: TabMessage): void {
    const { tab } = message;
    switch (message.kind) {
      case 'hello':
        // A tab that opens is signed in, perhaps since a moment ago.
        if (this.#status === 'signed-out') client.wake();
        this.#postStatus();
        return;
      case 'want':
        this.#watchOver(tab);
        this.#postStatus();
        this.#want(tab, message.places);
        return;
      case 'drop':
        this.#drop(tab, message.channel);
        return;
      case 'gone':
        this.#forget(tab);
        return;
      case 'typing':
        return void client.sayTyping(message.channel, message.isTyping);
      case 'wake':
        client.wake();
        return;
      case 'lead':
      case 'status':
      case 'news':
      case 'signed-out':
        return; // for followers
    }
  }

  #follow(message: TabMessage): void {
    switch (message.kind) {
      case 'lead':
        this.#listeners.wait();
        this.#post({ kind: 'want', places: this.#listeners.places() });
        return;
      case 'status':
        this.#stand(message.status, message.clockOffsetMs);
        return;
      case 'news':
        this.#take(message.news);
        return;
      case 'hello':
      case 'want':
      case 'drop':
      case 'gone':
      case 'typing':
      case 'wake':
      case 'signed-out':
        return; // for the leader
    }
  }

  #take(news: TunnelNews): void {
    if (news.event === 'left' || news.event === 'refused') this.#wanted.delete(news.channel);
    this.#listeners.hear(news);
  }

  #want(tab: string, places: readonly Place[]): void {
    for (const { channel, cursor } of places) {
      const tabs = this.#wanted.get(channel) ?? new Set();
      this.#wanted.set(channel, tabs.add(tab));
      this.#client?.want(channel, cursor);
    }
  }

  #drop(tab: string, channel: string): void {
    const tabs = this.#wanted.get(channel);
    tabs?.delete(tab);
    if (tabs?.size !== 0) return;
    this.#wanted.delete(channel);
    this.#client?.drop(channel);
  }

  #watchOver(tab: string): void {
    const { others, name } = this.#world;
    if (!others || this.#others.has(tab)) return;
    // The lock of a living tab is never granted.
    const stop = others.hold(`${name}.tab.${tab}`, () => this.#forget(tab));
    this.#others.set(tab, stop);
  }

  #forget(tab: string): void {
    this.#others.get(tab)?.();
    this.#others.delete(tab);
    for (const channel of [...this.#wanted.keys()]) this.#drop(tab, channel);
  }

  #signedOut(): void {
    this.#client?.signOut();
    this.#stand('signed-out', this.#clockOffsetMs);
  }

  #stand(status: TunnelStatus, clockOffsetMs: number): void {
    this.#clockOffsetMs = clockOffsetMs;
    if (status !== this.#status) {
      this.#status = status;
      for (const changed of [...this.#watchers]) changed();
    }
    if (this.#client) this.#postStatus();
  }

  #postStatus(): void {
    this.#post({ kind: 'status', status: this.#status, clockOffsetMs: this.#clockOffsetMs });
  }

  #post(said: Said): void {
    this.#radio?.post({ ...said, v: 1, tab: this.#world.tab });
  }
}
