'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { refreshIfThere } from '#lib/web/api/refresh-if-there.ts';

const EVERY_MS = 20_000;
/** Whoever waits for a server that is away learns sooner that it is back. */
const AGAIN_MS = 5000;

/**
 * Reads the page anew every 20 seconds while somebody looks at it, and at once when they come back to it; answers whether
 * the server is away.
 */
export function useAutoRefresh(): boolean {
  const router = useRouter();
  const [isAway, setAway] = useState(false);
  const everyMs = isAway ? AGAIN_MS : EVERY_MS;
  useEffect(() => {
    let last = Date.now();
    const look = async () => {
      if (document.visibilityState !== 'visible' || Date.now() - last < everyMs - 500) return;
      last = Date.now();
      setAway(!(await refreshIfThere(router)));
    };
    const timer = setInterval(() => void look(), everyMs);
    const seen = () => void look();
    document.addEventListener('visibilitychange', seen);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', seen);
    };
  }, [router, everyMs]);
  return isAway;
}
