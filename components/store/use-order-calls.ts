'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useEffectEvent, useState, useTransition } from 'react';
import type { PaymentStatus } from '#lib/payments/schemas/ledger.ts';
import { get } from '#lib/web/api-client.ts';
import { hasMoved, lookEveryMs, type Seen } from './order-watch.ts';

/**
 * One call at a time about an order; the page shows what it has become afterwards, whatever the call answered. A call that
 * answers `leaving` has left the page, which stays as it is until the next one is there.
 */
export function useOrderCall() {
  const router = useRouter();
  const [isBusy, start] = useTransition();
  const [isLeaving, setLeaving] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);

  const run = (call: () => Promise<unknown>) => {
    if (isBusy || isLeaving) return;
    start(async () => {
      try {
        const answer = await call();
        setProblem(null);
        if (answer === 'leaving') return setLeaving(true);
      } catch (error) {
        setProblem(error);
      }
      router.refresh();
    });
  };
  return { isBusy: isBusy || isLeaving, problem, run };
}

/**
 * Keeps the page of an order true while somebody looks at it: what its payment, the shop, a seller or time has made of
 * it is shown within moments, and at once to whoever comes back to the page.
 */
export function useOrderWatch(orderId: string, seen: Seen): void {
  const router = useRouter();
  const everyMs = lookEveryMs(seen);

  const look = useEffectEvent(async (stop: AbortController) => {
    if (document.hidden) return;
    const now = await get<PaymentStatus>(`/api/store/payments/${orderId}/status`, stop).catch(() => null);
    if (now && hasMoved(seen, now)) router.refresh();
  });
  useEffect(() => {
    if (everyMs === null) return;
    const stop = new AbortController();
    const timer = setInterval(() => void look(stop), everyMs);
    document.addEventListener('visibilitychange', () => void look(stop), stop);
    return () => {
      clearInterval(timer);
      stop.abort();
    };
  }, [everyMs]);
}
