import type { UserContext } from '#lib/context/context.ts';
import { newId } from '#lib/core/ids.ts';
import { newOrderNumber } from '#lib/core/order-number.ts';
import type { OrderNames } from '#lib/store/orders/order-draft.ts';

/** Generates id, number and time of a new order, before the transaction that writes it. */
export function namesFor(ctx: UserContext): OrderNames {
  const now = ctx.now();
  return {
    orderId: newId('order'),
    number: newOrderNumber(),
    now,
    by: { at: now.toISOString(), actorId: ctx.user.id, via: ctx.via },
  };
}
