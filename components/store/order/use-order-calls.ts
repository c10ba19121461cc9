import { useRouter } from 'next/navigation';
import { useEffect, useEffectEvent, useState, useTransition } from 'react';
import type { PaymentStatus } from '#lib/payments/schemas/ledger.ts';
import { get } from '#lib/web/api/api-client.ts';
import { useTunnel, useTunnelStatus } from '#lib/web/tunnel/use-tunnel.ts';
import { hasMoved, pollIntervalMs, type Seen } from './order-polling.ts';

/**
 * Returns a function that runs one call about an order at a time. The page refreshes afterwards, whether the call
 * succeeded or failed. A call that resolves with `leaving` has left the page, which stays busy until the next page
 * opens.
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
 * Keeps the order page up to date while it is visible. Changes by the payment, the shop, a seller or a deadline arrive
 * through the tunnel. The page also polls, more often without the tunnel, and when the user returns to the page.
 */
export function useOrderWatch(orderId: string, seen: Seen): void {
  const router = useRouter();
  const everyMs = pollIntervalMs(seen, useTunnelStatus() === 'live');

  const look = useEffectEvent(async (stop: AbortController) => {
    if (document.hidden) return;
    const now = await get<PaymentStatus>(`/api/store/payments/${orderId}/status`, stop).catch(() => null);
    if (now && hasMoved(seen, now)) router.refresh();
  });
  useTunnel('notifications:unread', ({ event }) => {
    // Changes during a disconnection were not delivered, so each join reads the status once while changes are expected.
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
