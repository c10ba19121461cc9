'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useState, useTransition } from 'react';
import type { PaymentStatus } from '#lib/payments/schemas/ledger.ts';
import type { OrderView } from '#lib/store/schemas/order.ts';
import { get } from '#lib/web/api-client.ts';
import { isPaymentUnderWay, lookEveryMs } from './order-watch.ts';

/** One call at a time about an order; the page shows what it has become afterwards, whatever the call answered. */
export function useOrderCall() {
  const router = useRouter();
  const [isBusy, start] = useTransition();
  const [problem, setProblem] = useState<unknown>(null);

  const run = (call: () => Promise<unknown>) => {
    if (isBusy) return;
    start(async () => {
      try {
        await call();
        setProblem(null);
      } catch (error) {
        setProblem(error);
      }
      router.refresh();
    });
  };
  return { isBusy, problem, run };
}

/**
 * Keeps the page of an order true while somebody looks at it: what its payment, the shop, a seller or time has made of
 * it is shown within moments, and at once to whoever comes back to the page. Answers whether a payment is under way.
 */
export function useOrderWatch({ id, status, payState }: Pick<OrderView, 'id' | 'status' | 'payState'>): boolean {
  const router = useRouter();
  const everyMs = lookEveryMs({ status, payState });

  useEffect(() => {
    if (everyMs === null) return;
    const stop = new AbortController();
    const look = async () => {
      if (document.hidden) return;
      const now = await get<PaymentStatus>(`/api/store/payments/${id}/status`, stop).catch(() => null);
      if (now && (now.payState !== payState || now.orderStatus !== status)) router.refresh();
    };
    const timer = setInterval(() => void look(), everyMs);
    document.addEventListener('visibilitychange', () => void look(), stop);
    return () => {
      clearInterval(timer);
      stop.abort();
    };
  }, [id, status, payState, everyMs, router]);

  return isPaymentUnderWay(payState);
}
