import type { Context } from '#lib/core/context.ts';
import { toLedgerView } from './ledger.ts';
import { assertOpen, payAtOnce } from './pay-at-once.ts';
import type { LedgerView } from './schemas/ledger.ts';

/**
 * Marks an order as paid by an admin's word: a ledger row of processor `manual`, and all that follows from any other
 * payment. Refused like a payment: AlreadyPaid, OrderCanceled, InsufficientStock.
 */
export async function payByHand(ctx: Context, orderId: string, note = ''): Promise<LedgerView> {
  const { row } = await payAtOnce(ctx, orderId, {
    processor: 'manual',
    payload: { note },
    lanes: [],
    assertPayable: async (_, payable) => assertOpen(payable),
  });
  return toLedgerView(row);
}
