import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { refreshIfThere } from '#lib/web/api/refresh-if-there.ts';

const EVERY_MS = 20_000;
/** The interval while the server is unreachable, shorter so that its return is noticed sooner. */
const AGAIN_MS = 5000;

/**
 * Refreshes the page every 20 seconds while it is visible, and immediately when the user returns to it. Returns true
 * while the server is unreachable.
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
