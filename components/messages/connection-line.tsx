import { useEffect, useState } from 'react';
import { useTunnelStatus } from '#lib/web/tunnel/use-tunnel.ts';
import { useMessages } from './messages-context.ts';

/** Says when new messages do not arrive at once. The first moments of a page do not count. */
export function ConnectionLine() {
  const { texts } = useMessages();
  const status = useTunnelStatus();
  const [wasLive, setWasLive] = useState(false);
  useEffect(() => {
    if (status === 'live') setWasLive(true);
  }, [status]);
  const text = status === 'offline' ? texts.offline : status === 'connecting' && wasLive ? texts.reconnecting : null;
  return (
    <p role="status" className="bg-warning-soft px-4 py-1.5 text-sm text-warning empty:hidden">
      {text}
    </p>
  );
}
