import type { UserContext } from '#lib/context/context.ts';
import { conflict } from '#lib/core/errors.ts';
import type { OrderView } from '#lib/store/schemas/order.ts';
import { withHistory, writeOrderChange } from './order-events.ts';
import { assertOrderTransition } from './order-status.ts';
import { getOwnOrder } from './orders.ts';
import { changeOwnOrder } from './own-order-change.ts';

/** Completes an own order whose goods have arrived. A second confirmation returns the order unchanged. */
export const receiveOwnOrder = (ctx: UserContext, orderId: string): Promise<OrderView> =>
  changeOwnOrder(ctx, orderId, async (t, by) => {
    const row = await getOwnOrder(ctx, orderId, t);
    const { status } = row.data;
    if (status === 'completed') return;
    // A paid digital order completes by itself; a buyer confirms only the arrival of goods.
    if (status !== 'shipped')
      throw conflict('Only a shipped order can be marked as received', { code: 'InvalidTransition' });
    assertOrderTransition(status, 'completed');
    const order = await withHistory(t, row);
    const event = { kind: 'status', from: status, to: 'completed', data: { because: 'buyer' } } as const;
    writeOrderChange(t, order, { status: 'completed' }, [event], by);
  });
