'use client';

import { useTunnel } from '#lib/web/tunnel/use-tunnel.ts';
import { usePageRefresher } from '#lib/web/use-page-refresher.ts';

/** Reads the list anew when something in it has changed since it was made. */
export function NotificationWatch({ cursor }: { readonly cursor: string }) {
  const refresh = usePageRefresher();
  useTunnel(
    'notifications:unread',
    (heard) => {
      if (heard.event === 'count') refresh();
    },
    cursor,
  );
  return null;
}
