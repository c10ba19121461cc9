import type { UserContext } from '#lib/context/context.ts';
import type { Tx } from '#lib/data/store.ts';
import type { OrderView } from '#lib/store/schemas/order.ts';
import { getOwnOrder, viewOfOrder } from './orders.ts';
import { orderLane } from './write-cancel.ts';

type Change = (t: Tx, by: { at: string; actorId: string; via: string }) => Promise<void>;

/** Changes an own order in a transaction and returns it as its buyer sees it. */
export async function changeOwnOrder(ctx: UserContext, orderId: string, change: Change): Promise<OrderView> {
  const by = { at: ctx.now().toISOString(), actorId: ctx.user.id, via: ctx.via };
  await ctx.data.tx((t) => change(t, by), { lane: orderLane(orderId) });
  return viewOfOrder(ctx, await getOwnOrder(ctx, orderId));
}
