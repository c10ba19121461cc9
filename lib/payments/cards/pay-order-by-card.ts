import type { UserContext } from '#lib/context/context.ts';
import { ownOrderDue } from '#lib/payments/attempts/pay-at-once.ts';
import type { CardPayment, PayByCardInput } from '#lib/payments/schemas/card-payment.ts';
import { startCardPayment } from './start-card.ts';

/** Starts to pay an own order by card. Returns the gateway's page, and the same page while it can be paid on. */
export async function payOrderByCard(
  ctx: UserContext,
  { orderId, returnUrl, locale }: PayByCardInput,
): Promise<CardPayment> {
  const due = await ownOrderDue(ctx, orderId);
  return startCardPayment(ctx, { ...due, returnUrl, returnByDefault: `/orders/${orderId}`, locale });
}
