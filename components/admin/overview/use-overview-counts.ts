import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { OverviewCounts } from '#lib/admin/schemas/overview.ts';
import { get } from '#lib/web/api/api-client.ts';
import { useTunnel, useTunnelStatus } from '#lib/web/tunnel/use-tunnel.ts';
import { changesCounts } from './overview-areas.ts';
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
export function useOverviewCounts(rendered: OverviewCounts): OverviewCounts {
  const [read, setRead] = useState<{ readonly rendered: OverviewCounts; readonly counts: OverviewCounts } | null>(null);
  const isLive = useTunnelStatus() === 'live';

  const refreshCounts = useEffectEvent(async () => {
    if (document.hidden) return;
    const answer = await get<{ counts: OverviewCounts }>('/api/admin/desk').catch(() => null);
    if (answer) setRead({ rendered, counts: answer.counts });
  });
  const ask = usePaced(() => void refreshCounts());
  const secondRequest = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(secondRequest.current), []);

  useTunnel('admin:desk', (update) => {
    if (update.event === 'desk.changed') {
      const { areas } = update.data as { readonly areas: readonly string[] }; // published by `publishOverviewChange`
      if (!changesCounts(areas)) return;
      ask();
      clearTimeout(secondRequest.current);
      secondRequest.current = setTimeout(ask, SURE_AFTER_MS);
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
  return read?.rendered === rendered ? read.counts : rendered;
}
