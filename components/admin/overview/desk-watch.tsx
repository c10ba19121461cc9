'use client';

import { usePathname } from 'next/navigation';
import { useTunnel } from '#lib/web/tunnel/use-tunnel.ts';
import { usePageRefresher } from '#lib/web/use-page-refresher.ts';
import { isShownOn } from './desk-areas.ts';
import { usePaced } from './use-paced.ts';

/** Reads the page of the console anew when something it shows has changed, at most once in two seconds. */
export function DeskWatch() {
  const path = usePathname();
  const refresh = usePaced(usePageRefresher());

  useTunnel('admin:desk', (heard) => {
    if (heard.event === 'desk.changed') {
      const { areas } = heard.data as { readonly areas: readonly string[] }; // `deskChanged` made it
      if (isShownOn(path, areas)) refresh();
    }
    // Hints are not kept: what has changed since the page was made, or while the line was down, is not told.
    if (heard.event === 'joined') refresh();
  });
  return null;
}
