'use client';

import { usePathname, useRouter } from 'next/navigation';
import { refreshIfThere } from '#lib/web/refresh-if-there.ts';
import { useTunnel } from '#lib/web/use-tunnel.ts';
import { isShownOn } from './desk-areas.ts';
import { usePaced } from './use-paced.ts';

/** Reads the page of the console anew when something it shows has changed, at most once in two seconds. */
export function DeskWatch() {
  const router = useRouter();
  const path = usePathname();
  const refresh = usePaced(() => void refreshIfThere(router));

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
