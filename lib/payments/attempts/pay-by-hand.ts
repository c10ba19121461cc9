import type { Context } from '#lib/context/context.ts';
import type { Writer } from '#lib/data/store.ts';
import type { LedgerView } from '#lib/payments/schemas/ledger.ts';
import { toLedgerView } from './ledger.ts';
import { assertOpen, orderDue, payAtOnce } from './pay-at-once.ts';

type ByHand = { readonly note?: string; readonly also?: (t: Writer) => void };

/**
 * Marks an order as paid on an admin's word. Inserts a ledger row of processor `manual` with all effects of any other
 * payment. Throws AlreadyPaid or OrderCanceled like any payment. Missing stock does not stop it, because the admin
 * has accepted that. `also` writes in the same transaction.
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
