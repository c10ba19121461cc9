'use client';

import { useEffect } from 'react';
import { useTunnel } from '#lib/web/tunnel/use-tunnel.ts';
import { usePageRefresher } from '#lib/web/use-page-refresher.ts';

const EVERY_MS = 20_000;

/** Refreshes a list when a notification arrives, and every 20 seconds while the page is visible. */
export function SellerRefresh() {
  const refresh = usePageRefresher();
  useTunnel('notifications:unread', (update) => {
    if (update.event !== 'joined') refresh();
  });
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && refresh(), EVERY_MS);
    return () => clearInterval(timer);
  }, [refresh]);
  return null;
}
