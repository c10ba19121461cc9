import type { UserContext } from '#lib/context/context.ts';
import { conflict } from '#lib/core/errors.ts';
import { attemptsOf, supersede } from '#lib/payments/attempts/ledger.ts';
import { payStateOf } from '#lib/payments/attempts/pay-state.ts';
import type { OrderView } from '#lib/store/schemas/order.ts';
import { withHistory } from './order-events.ts';
import { holdsOf } from './order-holds.ts';
import { getOwnOrder } from './orders.ts';
import { changeOwnOrder } from './own-order-change.ts';
import { isUnderReview, writeCancel } from './write-cancel.ts';

/**
 * Cancels an own unpaid order, even after the bank's page was opened, and frees its units at once. Open attempts are
 * superseded, so money that still arrives is a late payment. Canceling again returns the order unchanged.
 */
export const cancelOwnOrder = (ctx: UserContext, orderId: string): Promise<OrderView> =>
  changeOwnOrder(ctx, orderId, async (t, by) => {
    const row = await getOwnOrder(ctx, orderId, t);
    const { status, paidAt } = row.data;
    if (status === 'canceled') return;
    if (status !== 'new' || paidAt !== null)
      throw conflict('A paid order cannot be canceled by its buyer', { code: 'InvalidTransition' });
    if (isUnderReview(row.data))
      throw conflict('A payment of this order is under review', { code: 'PaymentUnderReview' });
    const [order, holds, attempts] = await Promise.all([
      withHistory(t, row),
      holdsOf(t, row),
      attemptsOf(t, { stem: row.data.number }),
    ]);
    const payState = payStateOf(supersede(t, attempts, by.at));
    writeCancel(t, order, { because: 'buyer', holds, payState }, by);
  });
