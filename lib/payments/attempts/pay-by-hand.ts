import type { Context } from '#lib/context/context.ts';
import type { Writer } from '#lib/data/store.ts';
import type { LedgerView } from '#lib/payments/schemas/ledger.ts';
import { toLedgerView } from './ledger.ts';
import { assertOpen, orderDue, payAtOnce } from './pay-at-once.ts';

type ByHand = { readonly note?: string; readonly also?: (t: Writer) => void };

/**
 * Marks an order as paid by an admin's word: a ledger row of processor `manual`, and all that follows from any other
 * payment. Refused like a payment, AlreadyPaid or OrderCanceled, but not for want of stock: the admin has taken that
 * upon themselves. `also` writes with it.
 */
export async function payByHand(ctx: Context, orderId: string, { note = '', also }: ByHand = {}): Promise<LedgerView> {
  const due = await orderDue(ctx, orderId, (payable) => {
    if (payable.standing !== 'short') assertOpen(payable);
  });
  const { row } = await payAtOnce(ctx, due, {
    processor: 'manual',
    payload: { note },
    lanes: [],
    ...(also && { also }),
  });
  return toLedgerView(row);
}
