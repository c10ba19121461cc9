import { Clock } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { fill } from '#lib/i18n/fill.ts';
import type { Texts } from '#lib/i18n/texts.ts';
import type { Locale } from '#lib/i18n/values.ts';
import { ApiProblem } from '#lib/web/api/api-client.ts';
import { type Hold, holdStatusOf } from '#lib/web/cart/hold.ts';
import { problemText } from '#lib/web/i18n/problem-text.ts';
import { useCart } from './cart-provider.tsx';

const LOOK_MS = 15_000;

type HoldCountdownProps = {
  readonly hold: Hold;
  readonly renew: () => Promise<void>;
  readonly locale: Locale;
  readonly texts: { readonly hold: Texts<'hold'>; readonly problems: Texts<'problems'> };
};

/**
 * Shows the remaining time of the hold in whole minutes. Activity on the page near the end extends the hold
 * automatically. After the end, a button places a new hold.
 */
export function HoldCountdown({ hold, renew, locale, texts }: HoldCountdownProps) {
  const { store } = useCart();
  const now = useNow();
  const [limited, setLimited] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const status = holdStatusOf(hold, now);

  const again = async () => {
    if (isBusy) return;
    setBusy(true);
    setProblem(null);
    try {
      await renew().catch(async (error: unknown) => {
        if (!isRefusal(error, 'InsufficientStock')) throw error;
        // Lines that sold out meanwhile are reduced, with a notice in the cart. The rest is held.
        await store.reduceToAvailable(error.details);
        await renew();
      });
      setLimited(false);
    } catch (error) {
      setLimited(isRefusal(error, 'HoldLimit'));
      // The shopper did not ask for the automatic extension, so its failure is not shown. The end of the hold shows it.
      if (status.state === 'expired') setProblem(error);
    }
    setBusy(false);
  };
  useOnActivity(status.mayProlong && !limited, () => void again());

  if (status.state === 'expired')
    return (
      <div role="status" className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
        <p>{limited ? texts.hold.limit : texts.hold.expired}</p>
        {!limited && (
          <Button size="small" look="secondary" busy={isBusy} onClick={() => void again()}>
            {texts.hold.again}
          </Button>
        )}
        {!limited && problem !== null && <p className="text-danger">{problemText(problem, texts.problems)}</p>}
      </div>
    );
  return (
    <p className="flex items-center gap-2 text-sm text-muted">
      <Clock aria-hidden className="size-4 shrink-0" />
      {status.minutes > 0 ? fill(texts.hold.kept, { minutes: status.minutes }, locale) : texts.hold.keptShort}
    </p>
  );
}

const isRefusal = (error: unknown, code: string): error is ApiProblem =>
  error instanceof ApiProblem && error.code === code;

function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), LOOK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Runs `work` at the next user activity, once each time `isWanted` becomes true. */
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
