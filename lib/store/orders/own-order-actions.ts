import type { UserContext } from '#lib/context/context.ts';
import { conflict } from '#lib/core/errors.ts';
import type { Tx } from '#lib/data/store.ts';
import { attemptsOf, supersede } from '#lib/payments/attempts/ledger.ts';
import { payStateOf } from '#lib/payments/attempts/pay-state.ts';
import { availableTo, cartOf, saveCart } from '#lib/store/cart/carts.ts';
import { largerLines, mergeLines } from '#lib/store/cart/lines.ts';
import type { OrderAgain } from '#lib/store/schemas/cart.ts';
import type { OrderView } from '#lib/store/schemas/order.ts';
import { MAX_CART_LINES } from '#lib/store/values.ts';
import { isUnderReview, orderLane, writeCancel } from './order-cancel.ts';
import { withHistory, writeOrderChange } from './order-events.ts';
import { holdsOf, unitsPerProduct } from './order-holds.ts';
import { assertOrderTransition } from './order-status.ts';
import { getOwnOrder, viewOfOrder } from './orders.ts';

/**
 * Cancels an own unpaid order, even after the bank's page was opened, and frees its units at once. Open attempts are
 * superseded, so money that still arrives is a late payment. Canceling again returns the order unchanged.
 */
export const cancelOwnOrder = (ctx: UserContext, orderId: string): Promise<OrderView> =>
  act(ctx, orderId, async (t, by) => {
    const row = await getOwnOrder(ctx, orderId, t);
    const { status, paidAt } = row.data;
    if (status === 'canceled') return;
    if (status !== 'new' || paidAt !== null)
      throw conflict('A paid order cannot be canceled by its buyer', { code: 'InvalidTransition' });
    if (isUnderReview(row.data))
      throw conflict('A payment of this order is under review', { code: 'PaymentUnderReview' });
    const [order, holds, attempts] = await Promise.all([
      withHistory(t, row),
      holdsOf(t, row),
      attemptsOf(t, { stem: row.data.number }),
    ]);
    const payState = payStateOf(supersede(t, attempts, by.at));
    writeCancel(t, order, { because: 'buyer', holds, payState }, by);
  });

/** Completes an own order whose goods have arrived. A second confirmation returns the order unchanged. */
export const receiveOwnOrder = (ctx: UserContext, orderId: string): Promise<OrderView> =>
  act(ctx, orderId, async (t, by) => {
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

type Change = (t: Tx, by: { at: string; actorId: string; via: string }) => Promise<void>;

async function act(ctx: UserContext, orderId: string, change: Change): Promise<OrderView> {
  const by = { at: ctx.now().toISOString(), actorId: ctx.user.id, via: ctx.via };
  await ctx.data.tx((t) => change(t, by), { lane: orderLane(orderId) });
  return viewOfOrder(ctx, await getOwnOrder(ctx, orderId));
}

/**
 * Adds the lines of an own order to the cart again. Each product gets the larger of the two quantities, as far as stock
 * allows. `clamped` names every line that got less than it requested or had in the cart before.
 */
export async function orderAgain(ctx: UserContext, orderId: string): Promise<OrderAgain> {
  const { data: order } = await getOwnOrder(ctx, orderId);
  const wanted = mergeLines([...unitsPerProduct(order)].map(([id, qty]) => ({ id, qty })));
  const cart = await cartOf(ctx);
  const all = largerLines(cart.items, wanted);
  const merged = all.slice(0, MAX_CART_LINES);
  const available = await availableTo(ctx, merged);
  const fitting = merged.map(({ id, qty }) => ({ id, qty: Math.min(qty, available.get(id) ?? 0) }));
  const saved = await saveCart(ctx, fitting);

  const got = new Map(saved.items.map(({ id, qty }) => [id, qty]));
  return {
    ...saved,
    clamped: all
      .map(({ id, qty }) => ({ id, wanted: qty, got: got.get(id) ?? 0 }))
      .filter(({ wanted: asked, got: have }) => have < asked),
  };
}
