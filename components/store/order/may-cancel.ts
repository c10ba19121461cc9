import type { PaymentNote } from '#lib/payments/attempts/payment-note.ts';
import type { OrderView } from '#lib/store/schemas/order.ts';

/** Returns true when the buyer can cancel the order: until it is paid or its payment is under review. */
export const mayCancel = ({ status, payState }: Pick<OrderView, 'status' | 'payState'>): boolean =>
  status === 'new' && !['authorized', 'suspicious', 'paid'].includes(payState);

/** Returns true when the buyer can pay the order: it awaits payment, and no payment may be in progress. */
export const mayPay = (
  { status, payState }: Pick<OrderView, 'status' | 'payState'>,
  note: Pick<PaymentNote, 'kind'> | null,
): boolean => mayCancel({ status, payState }) && note?.kind !== 'checking';
