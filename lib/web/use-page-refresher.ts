import { useRouter } from 'next/navigation';
import { useCallback, useEffect, useRef } from 'react';
import { openPageRefresher, type PageRefresher } from './page-refresher.ts';

/** Returns a function that refreshes the page once the server is available. After unmounting it does nothing. */
export function usePageRefresher(): () => void {
  const router = useRouter();
  const refresher = useRef<PageRefresher>(null);
  useEffect(() => {
    const opened = openPageRefresher(router);
    refresher.current = opened;
    return () => opened.close();
  }, [router]);
  return useCallback(() => refresher.current?.refresh(), []);
}
