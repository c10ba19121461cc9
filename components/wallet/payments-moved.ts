import type { WalletPayment } from '#lib/payments/schemas/wallet.ts';

type Seen = Pick<WalletPayment, 'orderReference' | 'state' | 'failure'>;

/** Whether payments are no longer as they were seen. That a page can no longer be gone on with is nothing to stir for. */
export const havePaymentsMoved = (seen: readonly Seen[], now: readonly Seen[]): boolean =>
  seen.length !== now.length || seen.some((payment, place) => textOf(payment) !== textOf(now[place]));

const textOf = (payment: Seen | undefined): string =>
  payment ? `${payment.orderReference} ${payment.state} ${payment.failure}` : '';
