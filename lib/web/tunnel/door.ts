import type { TunnelTab } from './leader.ts';
import type { OnUpdate } from './listeners.ts';
import type { Position } from './position.ts';
import type { TunnelStatus } from './updates.ts';

type Waiting = {
  readonly channel: string;
  readonly onUpdate: OnUpdate;
  readonly position: Position;
  stop: (() => void) | null;
};
type Tab = Pick<TunnelTab, 'listen' | 'status' | 'watch' | 'publishTyping' | 'clockOffsetMs' | 'signOut' | 'wake'>;

/**
 * A placeholder for the tunnel. Components listen here from the start. The code of the tunnel is loaded when the first
 * component listens, so a page without listeners does not load it.
 */
export class TunnelDoor {
  #tab: Tab | null = null;
  #wanted: (() => void) | null = null;
  readonly #listeners = new Set<Waiting>();
  readonly #watchers = new Set<() => void>();

  /** Calls `wanted` as soon as a component listens. Returns the function that cancels the callback. */
  whenWanted(wanted: () => void): () => void {
    this.#wanted = wanted;
    this.#call();
    return () => {
      this.#wanted = null;
    };
  }

  /** Attaches the loaded tunnel and connects the waiting listeners to it. Returns the function that detaches it. */
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

  listen(channel: string, onUpdate: OnUpdate, position: Position = null): () => void {
    const listener: Waiting = { channel, onUpdate, position, stop: null };
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

  /** Publishes the typing state to a conversation. Returns false when REST must be used. */
  publishTyping(channel: string, isTyping: boolean): boolean {
    return this.#tab?.publishTyping(channel, isTyping) ?? false;
  }

  /** How far the server's clock is ahead of ours. */
  get clockOffsetMs(): number {
    return this.#tab?.clockOffsetMs ?? 0;
  }

  /** Stops the tunnel in all tabs at sign-out. */
  signOut(): void {
    this.#tab?.signOut();
  }

  /** Restarts the tunnel, also after `signOut`, because the user is signed in again. */
  wake(): void {
    this.#tab?.wake();
  }

  #connect(listener: Waiting): void {
    listener.stop = this.#tab?.listen(listener.channel, listener.onUpdate, listener.position) ?? null;
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
