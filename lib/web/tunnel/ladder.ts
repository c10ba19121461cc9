import type { Transport } from '#lib/tunnel/values.ts';
import type { LineWorld } from './line.ts';

/** From the best transport to the transport that works everywhere. */
const order = ['websocket', 'sse', 'poll'] as const satisfies readonly Transport[];
/** How often a transport may fail to open before the next transport is tried. */
const MISSES: Readonly<Record<Transport, number>> = { websocket: 2, sse: 1, poll: Number.POSITIVE_INFINITY };
const RETRY_BEST_MS = 5 * 60_000;
type World = Pick<LineWorld, 'storage' | 'now'>;
export const LADDER_KEY = 'plaza.tunnel.transport';

/** The transport in use, its failed openings in a row, and when a better transport was last tried. */
type Rung = { readonly transport: Transport; readonly misses: number; readonly triedAt: number };

/**
 * Chooses the transport. Falls back when a transport does not work, and tries the best transport again after five
 * minutes. The tab stores the choice, so that pages behind a strict proxy do not wait for the fallback each time.
 */
export class TunnelLadder {
  readonly #world: World;
  #rung: Rung;

  constructor(world: World) {
    this.#world = world;
    this.#rung = remembered(world);
  }

  get transport(): Transport {
    return this.#rung.transport;
  }

  /** The time until a better transport is tried again. Null when there is no better transport. */
  get betterInMs(): number | null {
    const { transport, triedAt } = this.#rung;
    return transport === 'websocket' ? null : Math.max(0, triedAt + RETRY_BEST_MS - this.#world.now());
  }

  /** Records that a line over this transport has opened. */
  opened(transport: Transport): void {
    const triedAt = transport === this.transport ? this.#rung.triedAt : this.#world.now();
    this.#stay({ transport, misses: 0, triedAt });
  }

  /** Records that a better transport failed. */
  triedBetter(): void {
    this.#stay({ ...this.#rung, triedAt: this.#world.now() });
  }

  /**
   * Records that the transport did not open although the server is available. Keeps it for another try, or falls back.
   */
  missed(offered: readonly Transport[]): void {
    const { transport } = this.#rung;
    const misses = this.#rung.misses + 1;
    const isOffered = offered.includes(transport);
    if (isOffered && misses < MISSES[transport]) {
      this.#rung = { ...this.#rung, misses };
      return;
    }
    const below = order.slice(order.indexOf(transport) + 1);
    const next = below.find((name) => offered.includes(name));
    // There is no fallback left. The current transport is tried again, unless the server no longer offers it.
    const last = isOffered ? transport : (order.find((name) => offered.includes(name)) ?? 'poll');
    this.#rung = { transport: next ?? last, misses: 0, triedAt: this.#world.now() };
  }

  /** Stores a transport that works. The next transport to try is not stored. */
  #stay(rung: Rung): void {
    this.#rung = rung;
    const { storage } = this.#world;
    if (rung.transport === 'websocket') storage.removeItem(LADDER_KEY);
    else storage.setItem(LADDER_KEY, `${rung.transport} ${rung.triedAt}`);
  }
}

/** Returns the stored choice of this tab, or the best transport without a choice or after five minutes. */
function remembered({ storage, now }: World): Rung {
  const nowMs = now();
  const [name, at] = (storage.getItem(LADDER_KEY) ?? '').split(' ');
  const transport = order.find((known) => known === name);
  const triedAt = Number(at);
  const counts = transport !== undefined && triedAt <= nowMs && nowMs - triedAt < RETRY_BEST_MS;
  return counts ? { transport, misses: 0, triedAt } : { transport: 'websocket', misses: 0, triedAt: nowMs };
}
