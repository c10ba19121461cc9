import { defineRoute } from '#lib/api/define-route.ts';
import { assertCreditAllowed, payByCredit } from '#lib/payments/credit/start-credit.ts';
import { payByCreditInput } from '#lib/payments/schemas/ledger.ts';
import { getOwnOrder, viewOfOrder } from '#lib/store/orders/orders.ts';
import { creditPayment } from '#lib/store/schemas/credit-payment.ts';

export const POST = defineRoute({
  summary: 'Pay an own order from the credit balance',
  auth: 'session',
  rateLimit: 'payments',
  load: async ({ ctx }) => assertCreditAllowed(ctx),
  body: payByCreditInput,
  response: creditPayment,
  handler: async ({ ctx, body }) => {
    const paid = await payByCredit(ctx, body.orderId);
    return { ...paid, order: await viewOfOrder(ctx, await getOwnOrder(ctx, body.orderId)) };
  },
});
