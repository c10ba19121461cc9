import type { UserContext } from '#lib/context/context.ts';
import { type AppError, codeOf, conflict } from '#lib/core/errors.ts';
import { fault } from '#lib/core/fault.ts';
import { before, MINUTE_MS } from '#lib/core/time.ts';
import type { Tx } from '#lib/data/store.ts';
import { railsFor } from '#lib/payments/attempts/rails.ts';
import { Carts, OrderNumbers, Orders } from '#lib/store/collections.ts';
import { createdEvent, draftOrder, type OrderNames } from '#lib/store/orders/order-draft.ts';
import { chainEvents, FIRST_HASH, writeNewOrder } from '#lib/store/orders/order-events.ts';
import { toOrderView } from '#lib/store/orders/order-view.ts';
import { viewOfOrder } from '#lib/store/orders/orders.ts';
import type { Cart } from '#lib/store/schemas/cart.ts';
import { type Order, type OrderView, type PlacedOrder, placedOrder } from '#lib/store/schemas/order.ts';
import { releaseExpiredHolds } from '#lib/store/stock/expired-holds.ts';
import { notEnoughStock } from '#lib/store/stock/not-enough.ts';
import { stockTx } from '#lib/store/stock/stock-tx.ts';
import { findAnswer, keepAnswer, keepRefusal, onceCall, type Stored } from './idempotency.ts';
import { namesFor } from './order-names.ts';
import { type OrderCall, type OrderRequest, type Planned, type Purchase, planPurchase } from './plan.ts';
import { writePurchase } from './writes.ts';

/** An empty cart pressed again within this time means the order that was just made of it. */
const DOUBLE_CLICK_MS = 10 * MINUTE_MS;
/** How often a number may turn out to be taken, and how often way is made through expired holds. */
const TRIES = 10;

/** What a call to place an order is answered. A repeat of a refused call is refused again, in the same words. */
export type Placed =
  | { readonly kind: 'answer'; readonly status: number; readonly body: PlacedOrder; readonly replayed: boolean }
  | { readonly kind: 'refusal'; readonly error: AppError };

type Once =
  | Extract<Planned, { kind: 'stored' | 'empty' }>
  | { readonly kind: 'placed'; readonly body: PlacedOrder }
  | { readonly kind: 'short'; readonly purchase: Purchase };

/**
 * Turns the cart, or the lines that were sent, into an order whose units are set aside for half an hour. The same
 * Idempotency-Key gives the same answer for ever, and of parallel calls one makes the order. Where something is short
 * the order is kept as canceled and the call refused: no unit is touched.
 */
export async function checkOut(ctx: UserContext, request: OrderRequest): Promise<Placed> {
  const call = { ...request, once: onceCall('order', ctx.user.id, request.key, request.input) };
  for (let tries = 1; ; tries++) {
    const names = namesFor(ctx);
    try {
      const once = await placeOnce(ctx, call, names);
      switch (once.kind) {
        case 'placed':
          await fault('checkout.after_order');
          logPlaced(ctx, once.body.order);
          return { kind: 'answer', status: 201, body: once.body, replayed: false };
        case 'stored':
          return replayOf(once.stored);
        case 'empty':
          return await orderJustMade(ctx, call, once.cart, names.now);
        case 'short':
          if (tries < TRIES && (await madeWay(ctx, once.purchase))) continue;
          return await keepShortOrder(ctx, call, once.purchase, names);
      }
    } catch (error) {
      // The number is another order's, or another call with this key was faster: both are settled by looking again.
      if (codeOf(error) !== 'EXISTS' || tries >= TRIES) throw error;
    }
  }
}

const logPlaced = (ctx: UserContext, { id, status, lines, totalMinor, currency }: OrderView): void =>
  ctx.log('info', 'order.placed', { orderId: id, status, lines: lines.length, totalMinor, currency });

async function placeOnce(ctx: UserContext, call: OrderCall, names: OrderNames): Promise<Once> {
  const items = call.input.items ?? (await ctx.data.get(Carts, ctx.user.id))?.data.items ?? [];
  const lanes = [`${Carts.name}/${ctx.user.id}`];
  return stockTx(
    ctx,
    { productIds: items.map(({ id }) => id), who: ctx.user.id, lanes },
    async (t, look): Promise<Once> => {
      const planned = await planPurchase(t, ctx, call, { now: names.now, look });
      if (planned.kind !== 'purchase') return planned;
      if (planned.short.size > 0) return { kind: 'short', purchase: planned };

      const order = draftOrder(ctx, call.input, planned, names, { status: 'new' });
      const body = await answerOf(t, ctx, order, planned, names);
      writePurchase(t, ctx, planned, order, names);
      keepAnswer(t, call.once, { orderId: names.orderId, at: names.now, statusCode: 201, body });
      await fault('checkout.after_order');
      return { kind: 'placed', body };
    },
  );
}

async function answerOf(
  t: Tx,
  ctx: UserContext,
  order: Order,
  { offers }: Purchase,
  { orderId, by }: OrderNames,
): Promise<PlacedOrder> {
  const names = new Map([...offers.values()].map(({ product, vendor }) => [product.vendorId, vendor?.name ?? '']));
  const events = chainEvents({ orderId, rev: 0, hash: FIRST_HASH }, [createdEvent(order)], by);
  const view = toOrderView(orderId, order, names, { events, locale: ctx.locale });
  // As it leaves the house, so that what is kept for a repeat is what was sent.
  return placedOrder.parse({ order: view, rails: await railsFor(ctx, order, t) });
}

/** Whether expired holds that stood in the way were more than one transaction clears, and have been cleared now. */
async function madeWay(ctx: UserContext, { room }: Purchase): Promise<boolean> {
  for (const productId of room.clogged) await releaseExpiredHolds(ctx, productId);
  return room.clogged.length > 0;
}

/** Keeps the order that could not be made, as canceled, and refuses the call. */
async function keepShortOrder(
  ctx: UserContext,
  call: OrderCall,
  purchase: Purchase,
  names: OrderNames,
): Promise<Placed> {
  const { orderId, number, now, by } = names;
  const error = notEnoughStock(purchase.short, { orderId });
  const order = draftOrder(ctx, call.input, purchase, names, {
    status: 'canceled',
    cancelReason: 'insufficient_stock',
  });
  const canceled = { kind: 'canceled', from: 'new', to: 'canceled', data: { because: 'insufficient_stock' } } as const;

  const stored = await ctx.data.tx(
    async (t) => {
      const answer = await findAnswer(t, call.once);
      if (answer) return answer;
      t.create(OrderNumbers, number, { orderId, createdAt: by.at });
      writeNewOrder(t, orderId, order, [canceled], by);
      keepRefusal(t, call.once, error, { orderId, at: now });
      return null;
    },
    { lane: `${Carts.name}/${ctx.user.id}` },
  );
  if (stored) return replayOf(stored);
  throw error;
}

const replayOf = (stored: Stored): Placed =>
  stored.kind === 'refusal'
    ? stored
    : { kind: 'answer', status: stored.statusCode, body: placedOrder.parse(stored.body), replayed: true };

/** An empty cart is a double click when its order was made a moment ago and still waits; else there is nothing to order. */
async function orderJustMade(
  ctx: UserContext,
  { once }: OrderCall,
  cart: Cart | undefined,
  now: Date,
): Promise<Placed> {
  const isRecent = cart?.lastOrderAt != null && cart.lastOrderAt > before(now, DOUBLE_CLICK_MS);
  const row = isRecent && cart.lastOrderId ? await ctx.data.get(Orders, cart.lastOrderId) : undefined;
  if (row?.data.status !== 'new') throw conflict('The cart is empty', { code: 'CartEmpty' });

  const body = placedOrder.parse({ order: await viewOfOrder(ctx, row), rails: await railsFor(ctx, row.data) });
  if (once)
    await ctx.data.tx(async (t) => {
      if (!(await findAnswer(t, once))) keepAnswer(t, once, { orderId: row.id, at: now, statusCode: 200, body });
    });
  return { kind: 'answer', status: 200, body, replayed: false };
}
