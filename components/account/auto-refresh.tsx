'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { openPageRefresher } from '#lib/web/page-refresher.ts';

const EVERY_MS = 3000;

/** Reads the page anew every few seconds while somebody looks at it. */
export function AutoRefresh() {
  const router = useRouter();
  useEffect(() => {
    const page = openPageRefresher(router);
    const timer = setInterval(() => document.visibilityState === 'visible' && page.refresh(), EVERY_MS);
    return () => {
      clearInterval(timer);
      page.close();
    };
  }, [router]);
  return null;
}
