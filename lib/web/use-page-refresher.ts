'use client';

import { useRouter } from 'next/navigation';
import { useCallback, useEffect, useRef } from 'react';
import { openPageRefresher, type PageRefresher } from './page-refresher.ts';

/** Reads the page anew when told to, once the server is there; what is mounted no more reads nothing. */
export function usePageRefresher(): () => void {
  const router = useRouter();
  const refresher = useRef<PageRefresher>(null);
  useEffect(() => {
    const one = openPageRefresher(router);
    refresher.current = one;
    return () => one.close();
  }, [router]);
  return useCallback(() => refresher.current?.refresh(), []);
}
