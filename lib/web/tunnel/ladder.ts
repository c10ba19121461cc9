import type { Transport } from '#lib/tunnel/values.ts';
import type { LineWorld } from './line.ts';

/** From the best transport to the one that works everywhere. */
const order = ['websocket', 'sse', 'poll'] as const satisfies readonly Transport[];
/** How often a transport may fail to open before the next one is tried. */
const MISSES: Readonly<Record<Transport, number>> = { websocket: 2, sse: 1, poll: Number.POSITIVE_INFINITY };
const RETRY_BEST_MS = 5 * 60_000;
type World = Pick<LineWorld, 'storage' | 'now'>;
export const LADDER_KEY = 'plaza.tunnel.transport';

/** The transport in use, how often it has failed to open in a row, and when a better one was last tried. */
type Rung = { readonly transport: Transport; readonly misses: number; readonly triedAt: number };

/**
 * Chooses the transport: down when one does not work, up again after a while. The tab remembers the choice, so that a
 * page behind a strict proxy does not wait for it each time.
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

  /** How long until a better transport is worth a try. Null when there is none. */
  get betterInMs(): number | null {
    const { transport, triedAt } = this.#rung;
    return transport === 'websocket' ? null : Math.max(0, triedAt + RETRY_BEST_MS - this.#world.now());
  }

  /** A line over this transport has opened. */
  opened(transport: Transport): void {
    const triedAt = transport === this.transport ? this.#rung.triedAt : this.#world.now();
    this.#stay({ transport, misses: 0, triedAt });
  }

  /** A better transport was tried without success. */
  triedBetter(): void {
    this.#stay({ ...this.#rung, triedAt: this.#world.now() });
  }

  /**
   * The transport did not open although the server is available. It gets another try, or the next one gets its turn.
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
    // No lower transport is left. The current one is tried again, unless the server no longer offers it.
    const last = isOffered ? transport : (order.find((name) => offered.includes(name)) ?? 'poll');
    this.#rung = { transport: next ?? last, misses: 0, triedAt: this.#world.now() };
  }

  /** A working transport is stored. One that is only the next to try is not. */
  #stay(rung: Rung): void {
    this.#rung = rung;
    const { storage } = this.#world;
    if (rung.transport === 'websocket') storage.removeItem(LADDER_KEY);
    else storage.setItem(LADDER_KEY, `${rung.transport} ${rung.triedAt}`);
  }
}

/** Returns the stored choice of this tab, or the best transport when there is none or its five minutes are over. */
function remembered({ storage, now }: World): Rung {
  const nowMs = now();
  const [name, at] = (storage.getItem(LADDER_KEY) ?? '').split(' ');
  const transport = order.find((one) => one === name);
  const triedAt = Number(at);
  const counts = transport !== undefined && triedAt <= nowMs && nowMs - triedAt < RETRY_BEST_MS;
  return counts ? { transport, misses: 0, triedAt } : { transport: 'websocket', misses: 0, triedAt: nowMs };
}
