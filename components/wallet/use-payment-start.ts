import { useState, useTransition } from 'react';
import type { CardPayment } from '#lib/payments/schemas/card-payment.ts';
import { post } from '#lib/web/api/api-client.ts';

/**
 * Returns a function that starts one payment at a time. If the response has a payment page, the browser opens it.
 * Otherwise `onDone` is called.
 */
export function usePaymentStart(onDone?: () => void) {
  const [isBusy, start] = useTransition();
  const [problem, setProblem] = useState<unknown>(null);

  const run = (path: string, body: Readonly<Record<string, unknown>>) => {
    if (isBusy) return;
    start(async () => {
      try {
        const answer = await post<Partial<CardPayment>>(path, body);
        setProblem(null);
        if (answer.paymentUrl) window.location.assign(answer.paymentUrl);
        else onDone?.();
      } catch (error) {
        setProblem(error);
      }
    });
  };
  return { isBusy, problem, run };
}
