import type { WalletPayment } from '#lib/payments/schemas/wallet.ts';

type Seen = Pick<WalletPayment, 'orderReference' | 'state' | 'failure'>;

/**
 * True when the list or the state of any payment has changed. An expired payment page alone (`until`) does not count as
 * a change.
 */
export const havePaymentsMoved = (seen: readonly Seen[], now: readonly Seen[]): boolean =>
  seen.length !== now.length || seen.some((payment, place) => textOf(payment) !== textOf(now[place]));

const textOf = (payment: Seen | undefined): string =>
  payment ? `${payment.orderReference} ${payment.state} ${payment.failure}` : '';
