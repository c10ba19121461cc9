import { useEffect, useState } from 'react';

const MINUTE_MS = 60_000;

/** The time, as the server had it at first and by the minute afterwards. */
export function useNow(first: string): number {
  const [now, setNow] = useState(() => Date.parse(first));
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
