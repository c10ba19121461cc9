import type { Transport } from '#lib/tunnel/values.ts';

/** From the best to the one that goes through everything. */
const order = ['websocket', 'sse', 'poll'] as const satisfies readonly Transport[];
/** How often a transport may fail to open before the next is tried. */
const MISSES: Readonly<Record<Transport, number>> = { websocket: 2, sse: 1, poll: Number.POSITIVE_INFINITY };
const RETRY_BEST_MS = 5 * 60_000;
type KeyStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
export const LADDER_KEY = 'plaza.tunnel.transport';

/** Which transport is in use, how often it has failed to open in a row, and when something better was tried last. */
export type Ladder = { readonly transport: Transport; readonly misses: number; readonly triedAt: number };

/** The choice this tab has made before, so that a page behind a strict proxy does not wait for it each time. */
export function readLadder(storage: KeyStore, now: number): Ladder {
  const [transport, at] = (storage.getItem(LADDER_KEY) ?? '').split(' ');
  const known = order.find((name) => name === transport);
  const triedAt = Number(at);
  if (!known || !(triedAt <= now)) return { transport: 'websocket', misses: 0, triedAt: now };
  // Its five minutes are over: the page begins with the best.
  return now - triedAt >= RETRY_BEST_MS
    ? { transport: 'websocket', misses: 0, triedAt: now }
    : { transport: known, misses: 0, triedAt };
}

export function writeLadder(storage: KeyStore, { transport, triedAt }: Ladder): void {
  if (transport === 'websocket') storage.removeItem(LADDER_KEY);
  else storage.setItem(LADDER_KEY, `${transport} ${triedAt}`);
}

/** A transport did not open although the server is there: it gets another try, or the next one gets its turn. */
export function missed(ladder: Ladder, offered: readonly Transport[], now: number): Ladder {
  const misses = ladder.misses + 1;
  const isOffered = offered.includes(ladder.transport);
  if (isOffered && misses < MISSES[ladder.transport]) return { ...ladder, misses };
  const below = order.slice(order.indexOf(ladder.transport) + 1);
  const next = below.find((name) => offered.includes(name));
  // Nothing is left below: what is in use is tried on, unless the server has dropped it.
  const transport = next ?? (isOffered ? ladder.transport : (order.find((name) => offered.includes(name)) ?? 'poll'));
  return { transport, misses: 0, triedAt: now };
}

/** How long until something better than the present transport is worth a try; null while there is nothing better. */
export const betterInMs = ({ transport, triedAt }: Ladder, now: number): number | null =>
  transport === 'websocket' ? null : Math.max(0, triedAt + RETRY_BEST_MS - now);
