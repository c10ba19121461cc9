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
 * A placeholder for the tunnel. Components listen here from the start, and the code of the tunnel is loaded only when
 * one does. A page without a listener loads nothing else of it.
 */
export class TunnelDoor {
  #tab: Tab | null = null;
  #wanted: (() => void) | null = null;
  readonly #listeners = new Set<Waiting>();
  readonly #watchers = new Set<() => void>();

  /** Calls back as soon as a component listens. Returns the function that cancels it. */
  whenWanted(wanted: () => void): () => void {
    this.#wanted = wanted;
    this.#call();
    return () => {
      this.#wanted = null;
    };
  }

  /** Attaches the loaded tunnel: waiting listeners listen to it from now on. Returns the function that detaches it. */
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

  /** Sends the typing state to the others of a conversation. Returns false when REST must be used. */
  sayTyping(channel: string, isTyping: boolean): boolean {
    return this.#tab?.sayTyping(channel, isTyping) ?? false;
  }

  /** How far the server's clock is ahead of ours. */
  get clockOffsetMs(): number {
    return this.#tab?.clockOffsetMs ?? 0;
  }

  /** Stops the tunnel in all tabs at sign-out. */
  signOut(): void {
    this.#tab?.signOut();
  }

  /** Restarts the tunnel, also after it was stopped for good, because the user is signed in after all. */
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
