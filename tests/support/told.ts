import type { Tunnel } from '#lib/tunnel/tunnel.ts';

type Told = Parameters<Tunnel['publish']>[0][number];

const nobody = (): never => {
  throw new Error('nobody connects to this tunnel');
};

/** A tunnel nobody is connected to: it notes what it is told, and says of whom it is set that they listen. */
export function openTold() {
  const told: Told[] = [];
  const live = new Set<string>();
  const tunnel: Tunnel = {
    publish: async (events) => void told.push(...events),
    isLive: async (userId) => live.has(userId),
    known: () => null,
    acceptWebSocket: nobody,
    acceptWire: nobody,
    stream: nobody,
    poll: nobody,
    sendStraight: () => false,
    close: async () => undefined,
  };
  /** What was told since the last time somebody asked. */
  const take = (): Told[] => told.splice(0);
  return { tunnel, live, take };
}
