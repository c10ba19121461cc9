'use client';

import { usePathname } from 'next/navigation';
import { useTunnel } from '#lib/web/tunnel/use-tunnel.ts';
import { usePageRefresher } from '#lib/web/use-page-refresher.ts';
import { isShownOn } from './overview-areas.ts';
import { usePaced } from './use-paced.ts';

/** Refreshes the console page when data it shows has changed, at most once in two seconds. */
export function ConsoleRefresh() {
  const path = usePathname();
  const refresh = usePaced(usePageRefresher());

  useTunnel('admin:desk', (update) => {
    if (update.event === 'desk.changed') {
      const { areas } = update.data as { readonly areas: readonly string[] }; // published by `publishOverviewChange`
      if (isShownOn(path, areas)) refresh();
    }
    // Change events are not stored. Changes between the render of the page and the join, or during a disconnection, are
    // not replayed.
    if (update.event === 'joined') refresh();
  });
  return null;
}
