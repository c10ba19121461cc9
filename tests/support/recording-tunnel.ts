import type { Tunnel } from '#lib/tunnel/tunnel.ts';

type PublishedEvent = Parameters<Tunnel['publish']>[0][number];

const noConnections = (): never => {
  throw new Error('nobody connects to this tunnel');
};

/** Opens a tunnel without connections. It records published events, and a user counts as live when the test says so. */
export function openRecordingTunnel() {
  const published: PublishedEvent[] = [];
  const live = new Set<string>();
  const tunnel: Tunnel = {
    publish: async (events) => void published.push(...events),
    isLive: async (userId) => live.has(userId),
    known: () => null,
    acceptWebSocket: noConnections,
    stream: noConnections,
    poll: noConnections,
    sendStraight: () => false,
    close: async () => undefined,
  };
  /** Returns the events published since the last call. */
  const take = (): PublishedEvent[] => published.splice(0);
  return { tunnel, live, take };
}
