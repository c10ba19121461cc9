import type { UserContext } from '#lib/context/context.ts';
import { type AppError, codeOf, conflict } from '#lib/core/errors.ts';
import { fault } from '#lib/core/fault.ts';
import { before } from '#lib/core/time.ts';
import type { Tx } from '#lib/data/store.ts';
import { railsFor } from '#lib/payments/attempts/rails.ts';
import { addressToSave, readUsedAddress, writeUsedAddress } from '#lib/store/addresses/save-used-address.ts';
import { Carts, OrderNumbers, Orders } from '#lib/store/collections.ts';
import { findFirstOptions } from '#lib/store/delivery/delivery-quote.ts';
import { DOUBLE_CLICK_MS } from '#lib/store/limits.ts';
import { createdEvent, destinationOf, draftOrder, type OrderNames } from '#lib/store/orders/order-draft.ts';
import { chainEvents, FIRST_HASH, writeNewOrder } from '#lib/store/orders/order-events.ts';
import { toOrderView } from '#lib/store/orders/order-view.ts';
import { viewOfOrder } from '#lib/store/orders/orders.ts';
import type { Cart } from '#lib/store/schemas/cart.ts';
import { type Order, type OrderView, type PlacedOrder, placedOrder } from '#lib/store/schemas/order.ts';
import {
  type LookFurther,
  notEnoughStock,
  productsToRelease,
  releaseExpiredHolds,
  stockTx,
} from '#lib/store/stock/stock.ts';
import { findAnswer, onceCall, type Stored, storeRefusal, storeResponse } from './idempotency.ts';
import { namesFor } from './order-names.ts';
import { type OrderCall, type OrderRequest, type Planned, type Purchase, planPurchase } from './plan-purchase.ts';
import { writePurchase } from './writes.ts';

/** How often a taken number is replaced, and how often expired holds are released. */
const TRIES = 10;

/** The result of placing an order. A repeat of a refused call is refused again with the same words. */
export type Placed =
  | { readonly kind: 'answer'; readonly status: number; readonly body: PlacedOrder; readonly replayed: boolean }
  | { readonly kind: 'refusal'; readonly error: AppError };

type Once =
  | Extract<Planned, { kind: 'stored' | 'empty' | 'look-further' | 'first-options' }>
  | { readonly kind: 'placed'; readonly body: PlacedOrder }
  | { readonly kind: 'short'; readonly purchase: Purchase };

/**
 * Places an order from the cart or the given lines. Its units are held for half an hour. The same Idempotency-Key
 * returns the same response while it is kept, and of parallel calls one creates the order. When something is out of
 * stock, the order is stored as canceled, the call is refused and no stock changes.
 */
export async function checkOut(ctx: UserContext, request: OrderRequest): Promise<Placed> {
  let call: OrderCall = { ...request, once: onceCall('order', ctx.user.id, request.key, request.input) };
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
        case 'first-options':
          call = { ...call, first: await firstOptionsOf(ctx, call, once.vendorIds) };
          continue;
        case 'empty':
          return await orderJustMade(ctx, call, once.cart, names.now);
        case 'short':
          if (tries < TRIES && (await releaseExpiredFor(ctx, once.purchase))) continue;
          return await keepShortOrder(ctx, call, once.purchase, names);
      }
    } catch (error) {
      // Another order has the number, or a concurrent call with this key was faster. Another round resolves both.
      if (codeOf(error) !== 'EXISTS' || tries >= TRIES) throw error;
    }
  }
}

/** Looks up the options of sellers who must deliver without being named. */
async function firstOptionsOf(ctx: UserContext, { input, first }: OrderCall, vendorIds: readonly string[]) {
  const { country } = destinationOf(ctx, input).delivery;
  return new Map([...(first ?? []), ...(await findFirstOptions(ctx.data, vendorIds, country))]);
}

const logPlaced = (ctx: UserContext, { id, status, lines, totalMinor, currency }: OrderView): void =>
  ctx.log('info', 'order.placed', { orderId: id, status, lines: lines.length, totalMinor, currency });

async function placeOnce(ctx: UserContext, call: OrderCall, names: OrderNames): Promise<Exclude<Once, LookFurther>> {
  const items = call.input.items ?? (await ctx.data.get(Carts, ctx.user.id))?.data.items ?? [];
  const lanes = [`${Carts.name}/${ctx.user.id}`];
  const toSave = call.input.saveAddress ? await addressToSave(ctx, destinationOf(ctx, call.input)) : null;
  return stockTx(
    ctx,
    { productIds: items.map(({ id }) => id), who: ctx.user.id, lanes },
    async (t, search): Promise<Once> => {
      const [planned, known] = await Promise.all([
        planPurchase(t, ctx, call, { now: names.now, search }),
        readUsedAddress(t, toSave),
      ]);
      if (planned.kind !== 'purchase') return planned;
      if (planned.short.size > 0) return { kind: 'short', purchase: planned };

      const order = draftOrder(ctx, call.input, planned, names, { status: 'new' });
      const body = await answerOf(t, ctx, order, planned, names);
      writePurchase(t, ctx, planned, order, names);
      if (toSave) writeUsedAddress(t, toSave, { known, userId: ctx.user.id, at: names.by.at });
      storeResponse(t, call.once, { orderId: names.orderId, at: names.now, statusCode: 201, body });
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
  // Parsed like the response, so that a repeat gets exactly what was sent.
  return placedOrder.parse({ order: view, rails: await railsFor(ctx, order, t) });
}

/**
 * Releases expired holds that were too many for the transaction of the purchase. Returns false when there were none.
 */
async function releaseExpiredFor(ctx: UserContext, { allocation }: Purchase): Promise<boolean> {
  const productIds = productsToRelease(allocation);
  for (const productId of productIds) await releaseExpiredHolds(ctx, productId);
  return productIds.length > 0;
}

/** Stores the order that could not be made as canceled, and throws. */
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
      storeRefusal(t, call.once, error, { orderId, at: now });
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

/**
 * Treats an empty cart as a double click when its order was just placed and is still new. Otherwise throws CartEmpty.
 */
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
      if (!(await findAnswer(t, once))) storeResponse(t, once, { orderId: row.id, at: now, statusCode: 200, body });
    });
  return { kind: 'answer', status: 200, body, replayed: false };
}
