import { createContext, use, useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import type { TunnelChannel } from '#lib/tunnel/channels/channels.ts';
import type { TunnelDoor } from './door.ts';
import type { Heard } from './listeners.ts';
import type { TunnelStatus } from './news.ts';

export const Tunnel = createContext<TunnelDoor | null>(null);

/** Returns the tunnel of this tab, for sending: typing, signing out, the server's clock. */
export function useTunnelDoor(): TunnelDoor {
  const door = use(Tunnel);
  if (!door) throw new Error('useTunnel must be used inside TunnelProvider');
  return door;
}

/**
 * Listens to a channel while mounted. Null listens to nothing. `onEvent` gets each counted event once and in order,
 * and `joined` whenever the channel is subscribed (again). After `recovered: false` the shown data must be read again
 * over REST. `from` is the cursor of the shown data, so that nothing since that page is missed. It applies when the
 * channel is first listened to.
 */
export function useTunnel(channel: TunnelChannel | null, onEvent: (heard: Heard) => void, from?: string): void {
  const door = useTunnelDoor();
  const tell = useEffectEvent(onEvent);
  const start = useEffectEvent(() => from ?? null);
  useEffect(() => {
    if (channel !== null) return door.listen(channel, (heard) => tell(heard), start());
    return undefined;
  }, [door, channel]);
}

const before = (): TunnelStatus => 'connecting';

/** Returns the status of this tab's tunnel. */
export function useTunnelStatus(): TunnelStatus {
  const door = useTunnelDoor();
  return useSyncExternalStore(door.watch, door.status, before);
}
