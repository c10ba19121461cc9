import { auditRefusal, auditRow } from '#lib/audit/audit.ts';
import type { UserContext } from '#lib/context/context.ts';
import { conflict } from '#lib/core/errors.ts';
import { rowLane, toLedgerView } from '#lib/payments/attempts/ledger.ts';
import { PaymentTransactions } from '#lib/payments/collections.ts';
import type { LedgerView } from '#lib/payments/schemas/ledger.ts';
import { cardGatewayOf, queryGateway, writeCheck } from './query-gateway.ts';

/**
 * Asks the gateway about an attempt on an admin's request, due or not, and applies the reply. `known` is false when
 * the gateway has never seen it. Throws NotCardPayment for other processors, which have no gateway to ask.
 */
export async function checkPayment(
  ctx: UserContext,
  orderReference: string,
): Promise<{ payment: LedgerView; known: boolean }> {
  const act = { action: 'payment.checked', targetType: 'payment', targetId: orderReference };
  const row = await auditRefusal(ctx, act, async () => {
    const now = ctx.now();
    return ctx.data.tx(
      async (t) => {
        const { data } = await t.need(PaymentTransactions, orderReference);
        if (data.processor !== 'cardgw')
          throw conflict(`${orderReference} is not a card payment`, { code: 'NotCardPayment' });
        cardGatewayOf(ctx);
        auditRow(t, ctx, { ...act, before: { status: data.status, refundState: data.refundState }, now });
        return writeCheck(t, data, now);
      },
      { lane: rowLane(orderReference) },
    );
  });
  const { reply } = await queryGateway(ctx, row);
  const { data } = await ctx.data.need(PaymentTransactions, orderReference);
  return { payment: toLedgerView(data), known: reply !== null };
}
