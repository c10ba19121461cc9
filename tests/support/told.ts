import type { Tunnel } from '#lib/tunnel/tunnel.ts';

type Told = Parameters<Tunnel['publish']>[0][number];

const nobody = (): never => {
  throw new Error('nobody connects to this tunnel');
};

/** Opens a tunnel without connections. It records published events, and a user counts as live when the test says so. */
export function openTold() {
  const told: Told[] = [];
  const live = new Set<string>();
  const tunnel: Tunnel = {
    publish: async (events) => void told.push(...events),
    isLive: async (userId) => live.has(userId),
    known: () => null,
    acceptWebSocket: nobody,
    stream: nobody,
    poll: nobody,
    sendStraight: () => false,
    close: async () => undefined,
  };
  /** Returns the events published since the last call. */
  const take = (): Told[] => told.splice(0);
  return { tunnel, live, take };
}
