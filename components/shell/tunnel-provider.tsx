'use client';

import { type ReactNode, useEffect, useState } from 'react';
import { TunnelDoor } from '#lib/web/tunnel/door.ts';
import { Tunnel } from '#lib/web/tunnel/use-tunnel.ts';
import { whenIdle } from '#lib/web/when-idle.ts';

/**
 * Provides the tunnel to every page of a signed-in user. The code of the tunnel is loaded once a component listens and
 * the page is idle. Guests and pages without listeners never load it.
 */
export function TunnelProvider({ userId, children }: { readonly userId: string | null; readonly children: ReactNode }) {
  const [door] = useState(() => new TunnelDoor());

  useEffect(() => {
    if (userId === null) return;
    let end = () => {};
    const stop = door.whenWanted(() => {
      const callOff = whenIdle(async () => {
        let isOver = false;
        end = () => {
          isOver = true;
        };
        const { openTunnel } = await import('#lib/web/tunnel/open-tunnel.ts');
        if (isOver) return;
        const { tab, close } = openTunnel(userId);
        const detach = door.attach(tab);
        end = () => {
          detach();
          close();
        };
      });
      end = callOff;
    });
    return () => {
      stop();
      end();
    };
  }, [door, userId]);

  return <Tunnel value={door}>{children}</Tunnel>;
}
