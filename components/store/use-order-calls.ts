'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useState, useTransition } from 'react';
import type { PaymentStatus } from '#lib/payments/schemas/ledger.ts';
import type { OrderView } from '#lib/store/schemas/order.ts';
import { get } from '#lib/web/api-client.ts';

const LOOK_MS = 2_000;

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

/** Looks every two seconds how a payment under way has gone, and shows the page anew once something has changed. */
export function usePaymentWatch({ id, status, payState }: Pick<OrderView, 'id' | 'status' | 'payState'>): boolean {
  const router = useRouter();
  const isUnderWay = payState === 'pending' || payState === 'authorized';

  useEffect(() => {
    if (!isUnderWay) return;
    const look = async () => {
      const now = await get<PaymentStatus>(`/api/store/payments/${id}/status`).catch(() => null);
      if (now && (now.payState !== payState || now.orderStatus !== status)) router.refresh();
    };
    const timer = setInterval(() => void look(), LOOK_MS);
    return () => clearInterval(timer);
  }, [id, status, payState, isUnderWay, router]);

  return isUnderWay;
}
