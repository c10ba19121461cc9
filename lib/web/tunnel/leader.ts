import type { TunnelClient } from './client.ts';
import type { Place } from './line.ts';
import { type OnUpdate, TunnelListeners } from './listeners.ts';
import type { Position } from './position.ts';
import type { TunnelStatus, TunnelUpdate } from './updates.ts';

type MessageBody =
  /** A tab has opened and asks for the status, has closed, has woken up or has signed out. */
  | { readonly kind: 'hello' | 'gone' | 'wake' | 'signed-out' }
  | { readonly kind: 'want'; readonly places: readonly Place[] }
  | { readonly kind: 'drop'; readonly channel: string }
  | { readonly kind: 'typing'; readonly channel: string; readonly isTyping: boolean }
  /** From the leader: that it leads from now on, the status, and each update. The keys stay for tabs of older builds. */
  | { readonly kind: 'lead' }
  | { readonly kind: 'status'; readonly status: TunnelStatus; readonly clockOffsetMs: number }
  | { readonly kind: 'news'; readonly news: TunnelUpdate };
/** The messages between tabs. A tab of an older build may be open beside this tab: `v` names the version. */
export type TabMessage = MessageBody & { readonly v: 1; readonly tab: string };

/** What a tab needs from the browser. */
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
    readonly join: (name: string, receive: (message: TabMessage) => void) => Radio;
  } | null;
  readonly openClient: (events: {
    readonly update: (update: TunnelUpdate) => void;
    readonly status: (status: TunnelStatus) => void;
  }) => Client;
};
type Radio = { readonly post: (message: TabMessage) => void; readonly close: () => void };
type Client = Pick<TunnelClient, 'want' | 'drop' | 'wake' | 'publishTyping' | 'signOut' | 'close' | 'clockOffsetMs'>;

/**
 * The tunnel of one tab. All tabs of a user share one connection. The tab that holds the lock owns the connection and
 * forwards its updates. When that tab closes, the next lock holder continues from the positions of all tabs, so that
 * no event is lost.
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

  /** Starts the tunnel, also again after `leave`. */
  enter(): void {
    const { others, name, tab } = this.#world;
    this.#listeners.wait();
    if (!others) {
      this.#lead();
      return;
    }
    this.#radio = others.join(name, (message) => this.#receive(message));
    // This tab holds a lock as long as it is open. The lock shows the leader that a tab closed without a message.
    this.#locks = [others.hold(`${name}.tab.${tab}`, () => undefined), others.hold(name, () => this.#lead())];
    this.#post({ kind: 'hello' });
    this.#post({ kind: 'want', places: this.#listeners.places() });
  }

  /** Call this when the user leaves the page, perhaps for a while. Another tab takes over the connection. */
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
  listen(channel: string, onUpdate: OnUpdate, position: Position = null): () => void {
    const remove = this.#listeners.add(channel, position, onUpdate);
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

  /** Publishes the typing state to a conversation. Returns false when the tunnel cannot carry it now. */
  publishTyping(channel: string, isTyping: boolean): boolean {
    if (this.#client) return this.#client.publishTyping(channel, isTyping);
    this.#post({ kind: 'typing', channel, isTyping });
    return this.#status === 'live';
  }

  /** Call this when the user returns to this tab or the network is back. */
  wake(): void {
    if (this.#client) this.#client.wake();
    else this.#post({ kind: 'wake' });
  }

  /** Stops the tunnel in all tabs at sign-out. */
  signOut(): void {
    this.#post({ kind: 'signed-out' });
    this.#signedOut();
  }

  #lead(): void {
    this.#client = this.#world.openClient({
      update: (update) => {
        this.#post({ kind: 'news', news: update });
        this.#take(update);
      },
      status: (status) => this.#setStatus(status, this.#client?.clockOffsetMs ?? 0),
    });
    this.#listeners.wait();
    this.#want(this.#world.tab, this.#listeners.places());
    this.#post({ kind: 'lead' });
  }

  #receive(message: TabMessage): void {
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
        // The user of a tab that opens is signed in, perhaps only since then.
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
        return void client.publishTyping(message.channel, message.isTyping);
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
        this.#setStatus(message.status, message.clockOffsetMs);
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

  #take(update: TunnelUpdate): void {
    if (update.event === 'left' || update.event === 'refused') this.#wanted.delete(update.channel);
    this.#listeners.receive(update);
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
    // The lock of an open tab is never granted.
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
    this.#setStatus('signed-out', this.#clockOffsetMs);
  }

  #setStatus(status: TunnelStatus, clockOffsetMs: number): void {
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

  #post(body: MessageBody): void {
    this.#radio?.post({ ...body, v: 1, tab: this.#world.tab });
  }
}
