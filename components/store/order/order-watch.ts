import type { PaymentNote } from '#lib/payments/attempts/payment-note.ts';
import type { PaymentStatus } from '#lib/payments/schemas/ledger.ts';
import type { OrderView } from '#lib/store/schemas/order.ts';

const PAYING_MS = 2_000;
const WAITING_MS = 20_000;
/** While the tunnel tells of changes, as often as it may have lost one. */
const TOLD_MS = 120_000;

/** What a page shows of an order and of its latest payment: whatever of it changes is worth a new look. */
export type Seen = Pick<PaymentStatus, 'orderStatus' | 'orderRev' | 'payState' | 'orderReference' | 'moneyBack'> & {
  readonly failure: { readonly code: NonNullable<PaymentStatus['failure']>['code'] } | null;
};

/**
 * How often to look what has become of an order; null once nothing more is to be expected of it. A payment under way is
 * looked at whoever tells: looking has the server ask the gateway.
 */
export function lookEveryMs(
  { orderStatus, payState, moneyBack }: Pick<Seen, 'orderStatus' | 'payState' | 'moneyBack'>,
  isTold: boolean,
): number | null {
  if (payState === 'pending' || payState === 'authorized') return PAYING_MS;
  // Money on its way back is on its way also when all else is over.
  const isOver = orderStatus === 'completed' || orderStatus === 'canceled';
  if (isOver && moneyBack !== 'returning') return null;
  return isTold ? TOLD_MS : WAITING_MS;
}

/** Whether its buyer can cancel an order: until it is paid or its money is under review. */
export const mayCancel = ({ status, payState }: Pick<OrderView, 'status' | 'payState'>): boolean =>
  status === 'new' && !['authorized', 'suspicious', 'paid'].includes(payState);

/** Whether an order can be paid for: it waits for its money, and none of it may be on its way. */
export const mayPay = (
  { status, payState }: Pick<OrderView, 'status' | 'payState'>,
  note: Pick<PaymentNote, 'kind'> | null,
): boolean => mayCancel({ status, payState }) && note?.kind !== 'checking';

/** Whether an order is no longer as it was seen. */
export const hasMoved = (seen: Seen, now: Seen): boolean =>
  seen.orderStatus !== now.orderStatus ||
  seen.orderRev !== now.orderRev ||
  seen.payState !== now.payState ||
  seen.orderReference !== now.orderReference ||
  seen.moneyBack !== now.moneyBack ||
  seen.failure?.code !== now.failure?.code;
