'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useEffectEvent, useState, useTransition } from 'react';
import type { PaymentStatus } from '#lib/payments/schemas/ledger.ts';
import { get } from '#lib/web/api/api-client.ts';
import { useTunnel, useTunnelStatus } from '#lib/web/tunnel/use-tunnel.ts';
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
 * it is told by the tunnel and shown at once, and looked for now and then where the tunnel is down; also by whoever comes
 * back to the page.
 */
export function useOrderWatch(orderId: string, seen: Seen): void {
  const router = useRouter();
  const everyMs = lookEveryMs(seen, useTunnelStatus() === 'live');

  const look = useEffectEvent(async (stop: AbortController) => {
    if (document.hidden) return;
    const now = await get<PaymentStatus>(`/api/store/payments/${orderId}/status`, stop).catch(() => null);
    if (now && hasMoved(seen, now)) router.refresh();
  });
  useTunnel('notifications:unread', ({ event }) => {
    // What changed while the line was down was not told: whoever begins to listen looks once.
    if (event === 'count' || (event === 'joined' && everyMs !== null)) void look(new AbortController());
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
