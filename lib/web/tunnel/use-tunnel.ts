import { createContext, use, useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import type { TunnelChannel } from '#lib/tunnel/channels/channels.ts';
import type { TunnelDoor } from './door.ts';
import type { ListenerUpdate } from './listeners.ts';
import type { TunnelStatus } from './updates.ts';

export const Tunnel = createContext<TunnelDoor | null>(null);

/** Returns the tunnel of this tab: typing, sign-out and the server's clock. */
export function useTunnelDoor(): TunnelDoor {
  const door = use(Tunnel);
  if (!door) throw new Error('useTunnel must be used inside TunnelProvider');
  return door;
}

/**
 * Listens to a channel while mounted; null listens to no channel. `onEvent` receives each counted event once and in
 * order, and `joined` whenever the channel is subscribed (again). After `recovered: false` the caller must fetch the
 * shown data over REST. `from` is the cursor of the shown data: events since that cursor are not missed. Only the
 * first subscription uses it.
 */
export function useTunnel(
  channel: TunnelChannel | null,
  onEvent: (update: ListenerUpdate) => void,
  from?: string,
): void {
  const door = useTunnelDoor();
  const deliver = useEffectEvent(onEvent);
  const start = useEffectEvent(() => from ?? null);
  useEffect(() => {
    if (channel !== null) return door.listen(channel, (update) => deliver(update), start());
    return undefined;
  }, [door, channel]);
}

const before = (): TunnelStatus => 'connecting';

/** Returns the status of this tab's tunnel. */
export function useTunnelStatus(): TunnelStatus {
  const door = useTunnelDoor();
  return useSyncExternalStore(door.watch, door.status, before);
}
