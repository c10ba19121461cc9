import { TunnelClient } from '#lib/web/tunnel/client.ts';
import { type TabMessage, TunnelTab } from '#lib/web/tunnel/leader.ts';
import type { ListenerUpdate } from '#lib/web/tunnel/listeners.ts';
import type { HandClock } from './hand-clock.ts';
import type { TunnelScript } from './tunnel-script.ts';

const RADIO_MS = 1;

type Waiting = { readonly tab: string; readonly held: () => void };
export type OpenTab = { readonly tab: TunnelTab; readonly id: string; readonly updates: ListenerUpdate[] };

/** A browser with tabs. A test sees its locks and broadcasts, and can kill a tab without warning. */
export class TabScript {
  readonly #clock: HandClock;
  readonly #server: TunnelScript;
  readonly #locks = new Map<string, Waiting[]>();
  readonly #radios = new Map<string, (message: TabMessage) => void>();
  readonly #clients = new Map<string, TunnelClient>();
  readonly #dead = new Set<string>();
  #count = 0;

  constructor(clock: HandClock, server: TunnelScript) {
    this.#clock = clock;
    this.#server = server;
  }

  open(): OpenTab {
    this.#count += 1;
    const id = `tab${this.#count}`;
    const world = this.#server.world();
    const tab = new TunnelTab({
      tab: id,
      name: 'plaza.tunnel.usr_1',
      others: {
        hold: (lock, held) => this.#hold(id, lock, held),
        join: (_, receive) => {
          this.#radios.set(id, receive);
          return { post: (message) => this.#post(id, message), close: () => void this.#radios.delete(id) };
        },
      },
      openClient: (events) => {
        const mine =
          <T>(deliver: (what: T) => void) =>
          (what: T) => {
            if (!this.#dead.has(id)) deliver(what);
          };
        const client = new TunnelClient(world, { update: mine(events.update), status: mine(events.status) });
        this.#clients.set(id, client);
        return client;
      },
    });
    tab.enter();
    return { tab, id, updates: [] };
  }

  /** Kills a tab without warning: its locks become free, and nothing it sends or receives counts any more. */
  kill({ id }: OpenTab): void {
    this.#dead.add(id);
    this.#radios.delete(id);
    this.#clients.get(id)?.close();
    for (const lock of this.#locks.keys()) this.#free(id, lock);
  }

  #post(from: string, message: TabMessage): void {
    if (this.#dead.has(from)) return;
    // A message that a tab has sent arrives even if the tab closes right after.
    for (const [id, receive] of this.#radios)
      if (id !== from)
        this.#clock.later(() => this.#radios.get(id) === receive && receive(structuredClone(message)), RADIO_MS);
  }

  #hold(tab: string, lock: string, held: () => void): () => void {
    const queue = this.#locks.get(lock) ?? [];
    this.#locks.set(lock, queue);
    const mine = { tab, held };
    queue.push(mine);
    if (queue[0] === mine) this.#grant(lock);
    return () => {
      if (!queue.includes(mine)) return;
      const wasFirst = queue[0] === mine;
      queue.splice(queue.indexOf(mine), 1);
      if (wasFirst) this.#grant(lock);
    };
  }

  #free(tab: string, lock: string): void {
    const queue = this.#locks.get(lock) ?? [];
    const wasFirst = queue[0]?.tab === tab;
    queue.splice(0, queue.length, ...queue.filter((waiting) => waiting.tab !== tab));
    if (wasFirst) this.#grant(lock);
  }

  #grant(lock: string): void {
    const first = this.#locks.get(lock)?.[0];
    this.#clock.later(() => {
      if (first && this.#locks.get(lock)?.[0] === first) first.held();
    }, RADIO_MS);
  }
}
