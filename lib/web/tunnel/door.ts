import type { TunnelTab } from './leader.ts';
import type { Tell } from './listeners.ts';
import type { TunnelStatus } from './news.ts';
import type { Position } from './position.ts';

type Waiting = {
  readonly channel: string;
  readonly tell: Tell;
  readonly position: Position;
  stop: (() => void) | null;
};
type Tab = Pick<TunnelTab, 'listen' | 'status' | 'watch' | 'sayTyping' | 'clockOffsetMs' | 'signOut' | 'wake'>;

/**
 * Stands where the tunnel will be: components listen here from their first moment, and the tunnel itself is fetched only
 * once somebody does. It is all that a page without a listener carries of it.
 */
export class TunnelDoor {
  #tab: Tab | null = null;
  #wanted: (() => void) | null = null;
  readonly #listeners = new Set<Waiting>();
  readonly #watchers = new Set<() => void>();

  /** Calls back as soon as somebody listens; answers how to call it off. */
  whenWanted(wanted: () => void): () => void {
    this.#wanted = wanted;
    this.#call();
    return () => {
      this.#wanted = null;
    };
  }

  /** The tunnel is here: who has been waiting listens to it from now on. Answers how to part again. */
  attach(tab: Tab): () => void {
    this.#tab = tab;
    for (const listener of this.#listeners) this.#connect(listener);
    const unwatch = tab.watch(() => this.#changed());
    this.#changed();
    return () => {
      unwatch();
      this.#tab = null;
      for (const listener of this.#listeners) {
        listener.stop?.();
        listener.stop = null;
      }
      this.#changed();
    };
  }

  listen(channel: string, tell: Tell, position: Position = null): () => void {
    const listener: Waiting = { channel, tell, position, stop: null };
    this.#listeners.add(listener);
    this.#connect(listener);
    this.#call();
    return () => {
      this.#listeners.delete(listener);
      listener.stop?.();
    };
  }

  readonly status = (): TunnelStatus => this.#tab?.status() ?? 'connecting';

  readonly watch = (changed: () => void): (() => void) => {
    this.#watchers.add(changed);
    return () => void this.#watchers.delete(changed);
  };

  /** Tells the others of a conversation that this person writes; false when it has to be said over REST. */
  sayTyping(channel: string, isTyping: boolean): boolean {
    return this.#tab?.sayTyping(channel, isTyping) ?? false;
  }

  /** How far the server's clock is ahead of ours. */
  get clockOffsetMs(): number {
    return this.#tab?.clockOffsetMs ?? 0;
  }

  /** Lets all tabs fall silent; called by whoever signs the person out. */
  signOut(): void {
    this.#tab?.signOut();
  }

  /** Takes the tunnel up again, also after it was left for good: the person is signed in after all. */
  wake(): void {
    this.#tab?.wake();
  }

  #connect(listener: Waiting): void {
    listener.stop = this.#tab?.listen(listener.channel, listener.tell, listener.position) ?? null;
  }

  #call(): void {
    const wanted = this.#wanted;
    if (!wanted || this.#listeners.size === 0) return;
    this.#wanted = null;
    wanted();
  }

  #changed(): void {
    for (const changed of [...this.#watchers]) changed();
  }
}
