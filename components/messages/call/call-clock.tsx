import { useEffect, useState } from 'react';
import { clockText } from './call-words.ts';

type CallClockProps = { readonly since: number; readonly now: () => number; readonly label: string };

/** Shows the duration of the call. */
export function CallClock({ since, now, label }: CallClockProps) {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const count = () => setSeconds(Math.max(Math.floor((now() - since) / 1000), 0));
    count();
    const timer = setInterval(count, 1000);
    return () => clearInterval(timer);
  }, [since, now]);
  return (
    <span role="timer" aria-label={label} className="tabular-nums">
      {clockText(seconds)}
    </span>
  );
}
