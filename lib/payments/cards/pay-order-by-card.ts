import type { UserContext } from '#lib/context/context.ts';
import { ownOrderDue } from '#lib/payments/attempts/pay-at-once.ts';
import type { CardPayment, PayByCardInput } from '#lib/payments/schemas/card-payment.ts';
import { startCardPayment } from './start-card.ts';

/** Starts to pay an own order by card; answers the gateway's page, the same one as long as it can be paid on. */
export async function payOrderByCard(
  ctx: UserContext,
  { orderId, returnUrl, locale }: PayByCardInput,
): Promise<CardPayment> {
  const due = await ownOrderDue(ctx, orderId);
  return startCardPayment(ctx, { ...due, returnUrl, returnByDefault: `/orders/${orderId}`, locale });
}
