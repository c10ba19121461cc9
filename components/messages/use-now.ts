import { useEffect, useState } from 'react';

const MINUTE_MS = 60_000;

/** Returns the current time: the server's at first, then updated every minute. */
export function useNow(first: string): number {
  const [now, setNow] = useState(() => Date.parse(first));
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
