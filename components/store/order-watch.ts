import type { OrderView } from '#lib/store/schemas/order.ts';

const PAYING_MS = 2_000;
const WAITING_MS = 20_000;

/** Whether the money of an order is on its way, and the buyer waits for nothing else. */
export const isPaymentUnderWay = (payState: OrderView['payState']): boolean =>
  payState === 'pending' || payState === 'authorized';

/** How often to look what has become of an order; null once nothing more is to be expected of it. */
export function lookEveryMs({ status, payState }: Pick<OrderView, 'status' | 'payState'>): number | null {
  if (isPaymentUnderWay(payState)) return PAYING_MS;
  return status === 'completed' || status === 'canceled' ? null : WAITING_MS;
}
