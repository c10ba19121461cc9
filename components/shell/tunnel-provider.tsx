'use client';

import { type ReactNode, useEffect, useState } from 'react';
import { TunnelDoor } from '#lib/web/tunnel/door.ts';
import { Tunnel } from '#lib/web/tunnel/use-tunnel.ts';

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

/** Runs `work` when the page is idle. Returns a function that cancels it. */
function whenIdle(work: () => Promise<void>): () => void {
  // If the chunk cannot be loaded, the page continues without a tunnel.
  const run = () => void work().catch(() => undefined);
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(run, 200);
    return () => clearTimeout(timer);
  }
  const idle = requestIdleCallback(run, { timeout: 2000 });
  return () => cancelIdleCallback(idle);
}
