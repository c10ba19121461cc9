import type { UserContext } from '#lib/core/context.ts';
import { notFound } from '#lib/core/errors.ts';
import { attemptsOf, handlerOf, orderLane } from './ledger.ts';
import { assertOpen } from './pay-at-once.ts';
import type { CardPayment, PayByCardInput } from './schemas/card-payment.ts';
import { startCardPayment } from './start-card.ts';

/** Starts to pay an own order by card; answers the gateway's page, the same one as long as it can be paid on. */
export async function payOrderByCard(
  ctx: UserContext,
  { orderId, returnUrl, locale }: PayByCardInput,
): Promise<CardPayment> {
  const handler = handlerOf(ctx, 'store_order');
  await handler.makeWay?.(ctx, orderId);
  return startCardPayment(ctx, {
    purpose: 'store_order',
    lane: orderLane(orderId),
    find: async (t, now) => {
      const payable = await handler.find(t, orderId, now);
      if (payable?.userId !== ctx.user.id) throw notFound('Order', orderId);
      assertOpen(payable);
      return { payable, attempts: await attemptsOf(t, orderId) };
    },
    returnUrl,
    returnByDefault: `/orders/${orderId}`,
    locale,
  });
}
