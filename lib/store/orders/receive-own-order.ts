import type { UserContext } from '#lib/context/context.ts';
import { conflict, notFound } from '#lib/core/errors.ts';
import { assertPartsMove, nextPartState } from '#lib/store/parts/part-states.ts';
import { receiveParts } from '#lib/store/parts/receive-parts.ts';
import type { Order, OrderView } from '#lib/store/schemas/order.ts';
import type { OrderPart } from '#lib/store/schemas/order-part.ts';
import { withHistory } from './order-events.ts';
import { getOwnOrder } from './orders.ts';
import { changeOwnOrder } from './own-order-change.ts';

/**
 * Marks a shipped part of an own order as received, or all shipped parts when none is named. A repeated confirmation
 * returns the order unchanged. With its last part the order is completed.
 */
export const receiveOwnOrder = (ctx: UserContext, orderId: string, vendorId?: string): Promise<OrderView> =>
  changeOwnOrder(ctx, orderId, async (t, by) => {
    const row = await getOwnOrder(ctx, orderId, t);
    const parts = vendorId === undefined ? shippedParts(row.data) : namedPart(row.data, vendorId);
    if (parts.length === 0) return;
    assertPartsMove(row.data);
    receiveParts(t, await withHistory(t, row), parts, 'buyer', by);
  });

function namedPart({ parts }: Order, vendorId: string): readonly OrderPart[] {
  const part = parts.find((one) => one.vendorId === vendorId);
  if (!part) throw notFound('Part', vendorId);
  return nextPartState(part, 'receive') === null ? [] : [part];
}

function shippedParts({ parts, status }: Order): readonly OrderPart[] {
  const shipped = parts.filter(({ state }) => state === 'shipped');
  // A paid digital order completes by itself; a buyer confirms only the arrival of goods.
  const isRepeat = status === 'completed' || parts.some(({ state, shippedAt }) => state === 'delivered' && shippedAt);
  if (shipped.length === 0 && !isRepeat)
    throw conflict('Only a shipped order can be marked as received', {
      code: 'InvalidTransition',
      details: { state: status },
    });
  return shipped;
}
