'use client';

import type { Texts } from '#lib/i18n/texts.ts';
import { useTunnelStatus } from '#lib/web/tunnel/use-tunnel.ts';

/**
 * Says in words when updates do not arrive automatically. While the tunnel is live or connecting, the line is empty.
 */
export function TunnelStatusLine({ texts }: { readonly texts: Texts<'tunnel'> }) {
  const status = useTunnelStatus();
  const text = status === 'live' || status === 'connecting' ? null : texts[words[status]];
  return (
    <p
      role="status"
      className="pointer-events-none fixed start-4 bottom-4 z-40 max-w-xs rounded-md bg-primary px-3 py-2 text-sm text-primary-text shadow-lg empty:hidden print:hidden"
    >
      {text}
    </p>
  );
}

const words = { offline: 'offline', polling: 'polling', 'signed-out': 'signedOut' } as const;
