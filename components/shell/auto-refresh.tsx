'use client';

import { useEffect } from 'react';
import { usePageRefresher } from '#lib/web/use-page-refresher.ts';

const EVERY_MS = 3000;

/** Refreshes the page every few seconds while the page is visible. */
export function AutoRefresh() {
  const refresh = usePageRefresher();
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && refresh(), EVERY_MS);
    return () => clearInterval(timer);
  }, [refresh]);
  return null;
}
