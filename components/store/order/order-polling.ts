import type { PaymentStatus } from '#lib/payments/schemas/ledger.ts';

const PAYING_MS = 2_000;
const WAITING_MS = 20_000;
/** The polling interval while the tunnel is live, because the tunnel may lose a change. */
const TOLD_MS = 120_000;

/** The shown state of an order and of its latest payment. The page refreshes when any field changes. */
export type Seen = Pick<PaymentStatus, 'orderStatus' | 'orderRev' | 'payState' | 'orderReference' | 'moneyBack'> & {
  readonly failure: { readonly code: NonNullable<PaymentStatus['failure']>['code'] } | null;
};

/**
 * Returns how often to poll an order, in milliseconds; null when no more changes are expected. A pending payment is
 * polled often even while the tunnel is live: each poll makes the server query the gateway.
 */
export function pollIntervalMs(
  { orderStatus, payState, moneyBack }: Pick<Seen, 'orderStatus' | 'payState' | 'moneyBack'>,
  isTold: boolean,
): number | null {
  if (payState === 'pending' || payState === 'authorized') return PAYING_MS;
  // A refund can still be pending after the order is completed or canceled.
  const isOver = orderStatus === 'completed' || orderStatus === 'canceled';
  if (isOver && moneyBack !== 'returning') return null;
  return isTold ? TOLD_MS : WAITING_MS;
}

/** Returns true when the order has changed since it was shown. */
export const hasMoved = (seen: Seen, now: Seen): boolean =>
  seen.orderStatus !== now.orderStatus ||
  seen.orderRev !== now.orderRev ||
  seen.payState !== now.payState ||
  seen.orderReference !== now.orderReference ||
  seen.moneyBack !== now.moneyBack ||
  seen.failure?.code !== now.failure?.code;
