'use client';

import { useTunnel } from '#lib/web/tunnel/use-tunnel.ts';
import { usePageRefresher } from '#lib/web/use-page-refresher.ts';

/** Refreshes the list when it has changed since the page was rendered. */
export function NotificationWatch({ cursor }: { readonly cursor: string }) {
  const refresh = usePageRefresher();
  useTunnel(
    'notifications:unread',
    (update) => {
      if (update.event === 'count') refresh();
    },
    cursor,
  );
  return null;
}
