import type { Runtime } from '#lib/context/runtime.ts';
import type { TunnelHub } from '#lib/tunnel/connections/hub.ts';
import { openPolls } from '#lib/tunnel/connections/poll.ts';
import type { TunnelBus } from '#lib/tunnel/ports.ts';
import type { Tunnel } from '#lib/tunnel/tunnel.ts';
import { openMemoryBus } from './memory-bus.ts';
import { openSharedBus } from './shared-bus.ts';
import { openStreams } from './sse.ts';
import { type LibrarySocket, openWebSockets } from './websocket.ts';

/** Opens the bus that this process needs: SQLite means one process, Firestore may be shared by many. */
export function openBus({ env, data, now, log }: Pick<Runtime, 'env' | 'data' | 'now' | 'log'>): TunnelBus {
  const kind = env.TUNNEL_BUS ?? (env.FIRESTORE_PROJECT_ID === undefined ? 'memory' : 'firestore');
  if (kind === 'memory') return openMemoryBus();
  return openSharedBus({ data, now, log, shards: env.TUNNEL_BUS_SHARDS, gathers: env.VERCEL === undefined });
}

/** Connects the hub to its transports. */
export function openTunnel(hub: TunnelHub): Tunnel {
  const open: TunnelHub['open'] = (...asked) => hub.open(...asked);
  const accept = openWebSockets(open);
  return {
    publish: (events) => hub.publish(events),
    isLive: (userId) => hub.isLive(userId),
    known: (userId, sessionId) => hub.findCaller(userId, sessionId),
    acceptWebSocket: (caller, socket, options) => accept(caller, socket as LibrarySocket, options),
    ...openStreams(open),
    poll: openPolls(open),
    close: () => hub.close(),
  };
}
