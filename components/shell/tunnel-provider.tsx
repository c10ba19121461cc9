'use client';

import { type ReactNode, useEffect, useState } from 'react';
import { TunnelDoor } from '#lib/web/tunnel/door.ts';
import { Tunnel } from '#lib/web/tunnel/use-tunnel.ts';

/**
 * Gives every page of a signed-in person its tunnel. It is fetched once somebody listens and the page has nothing better
 * to do: a visitor, and a page that waits for no news, pay nothing for it.
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

/** Runs `work` when the page is at rest; answers how to call it off. */
function whenIdle(work: () => Promise<void>): () => void {
  // A chunk that cannot be fetched leaves the page as it is without a tunnel.
  const run = () => void work().catch(() => undefined);
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(run, 200);
    return () => clearTimeout(timer);
  }
  const idle = requestIdleCallback(run, { timeout: 2000 });
  return () => cancelIdleCallback(idle);
}
