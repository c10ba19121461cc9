'use client';

import { Clock } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import type { Locale } from '#lib/auth/values.ts';
import { ApiProblem } from '#lib/web/api-client.ts';
import { type Hold, lifeOf } from '#lib/web/hold.ts';
import { fill } from '#lib/web/i18n/fill.ts';
import type { Texts } from '#lib/web/i18n/texts.ts';

const LOOK_MS = 15_000;

type HoldCountdownProps = {
  readonly hold: Hold;
  readonly renew: () => Promise<void>;
  readonly locale: Locale;
  readonly texts: Texts<'hold'>;
};

/**
 * Says calmly, in whole minutes, how long the things are kept. Whoever is busy on the page has it prolonged without
 * asking; whoever comes back too late takes them again by one tap.
 */
export function HoldCountdown({ hold, renew, locale, texts }: HoldCountdownProps) {
  const now = useNow();
  const [limited, setLimited] = useState(false);
  const life = lifeOf(hold, now);

  const again = async () => {
    try {
      await renew();
      setLimited(false);
    } catch (error) {
      setLimited(error instanceof ApiProblem && error.code === 'HoldLimit');
    }
  };
  useOnActivity(life.mayProlong && !limited, () => void again());

  if (life.state === 'expired')
    return (
      <div role="status" className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
        <p>{limited ? texts.limit : texts.expired}</p>
        {!limited && (
          <Button size="small" look="secondary" onClick={() => void again()}>
            {texts.again}
          </Button>
        )}
      </div>
    );
  return (
    <p className="flex items-center gap-2 text-sm text-muted">
      <Clock aria-hidden className="size-4 shrink-0" />
      {life.minutes > 0 ? fill(texts.kept, { minutes: life.minutes }, locale) : texts.keptShort}
    </p>
  );
}

function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), LOOK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Runs `work` at the next sign of life, once for each time it is wanted. */
function useOnActivity(isWanted: boolean, work: () => void): void {
  const latest = useRef(work);
  useEffect(() => {
    latest.current = work;
  });
  useEffect(() => {
    if (!isWanted) return;
    const stop = new AbortController();
    const act = () => {
      stop.abort();
      latest.current();
    };
    for (const sign of ['pointerdown', 'keydown', 'scroll'])
      window.addEventListener(sign, act, { passive: true, signal: stop.signal });
    return () => stop.abort();
  }, [isWanted]);
}
