import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { DeskCounts } from '#lib/admin/schemas/desk.ts';
import { get } from '#lib/web/api/api-client.ts';
import { useTunnel, useTunnelStatus } from '#lib/web/tunnel/use-tunnel.ts';
import { changesCounts } from './desk-areas.ts';
import { usePaced } from './use-paced.ts';

/** The polling interval while the tunnel is down. */
const EVERY_MS = 30_000;
/**
 * The server caches the counts for two seconds. An immediate response may predate the change, so a second request
 * follows after this time.
 */
const SURE_AFTER_MS = 2_500;

/**
 * Returns the counts of waiting work: first those of the render, then new ones whenever the tunnel reports a change.
 */
export function useDeskCounts(made: DeskCounts): DeskCounts {
  const [read, setRead] = useState<{ readonly over: DeskCounts; readonly counts: DeskCounts } | null>(null);
  const isLive = useTunnelStatus() === 'live';

  const look = useEffectEvent(async () => {
    if (document.hidden) return;
    const answer = await get<{ counts: DeskCounts }>('/api/admin/desk').catch(() => null);
    if (answer) setRead({ over: made, counts: answer.counts });
  });
  const ask = usePaced(() => void look());
  const sure = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(sure.current), []);

  useTunnel('admin:desk', (heard) => {
    if (heard.event === 'desk.changed') {
      const { areas } = heard.data as { readonly areas: readonly string[] }; // published by `deskChanged`
      if (!changesCounts(areas)) return;
      ask();
      clearTimeout(sure.current);
      sure.current = setTimeout(ask, SURE_AFTER_MS);
    }
  });
  useEffect(() => {
    const seen = () => ask();
    document.addEventListener('visibilitychange', seen);
    const timer = isLive ? undefined : setInterval(ask, EVERY_MS);
    return () => {
      document.removeEventListener('visibilitychange', seen);
      clearInterval(timer);
    };
  }, [ask, isLive]);
  // The counts of a newer render replace counts that were requested before it.
  return read?.over === made ? read.counts : made;
}
