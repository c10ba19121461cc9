import { getUser } from '#lib/auth/users.ts';
import type { CurrentUser, UserContext } from '#lib/context/context.ts';
import type { Row, Tx } from '#lib/data/store.ts';
import { mergeLines, withoutLines } from '#lib/store/cart/lines.ts';
import { Carts, StockHolds } from '#lib/store/collections.ts';
import { type FirstOptions, planDeliveries } from '#lib/store/delivery/chosen-deliveries.ts';
import { destinationOf, draftGoods, type OrderGoods, orderLocale } from '#lib/store/orders/order-draft.ts';
import { type Offer, offersOf } from '#lib/store/products/offers.ts';
import { findReferral } from '#lib/store/referrals/find-referral.ts';
import type { Cart, CartLine } from '#lib/store/schemas/cart.ts';
import type { CreateOrderInput, Order } from '#lib/store/schemas/order.ts';
import type { StockHold } from '#lib/store/schemas/stock.ts';
import {
  type Allocation,
  cartHoldId,
  type LookFurther,
  type StockSearch,
  searchAllocation,
  shortProducts,
} from '#lib/store/stock/stock.ts';
import type { DeliveryMethod } from '#lib/store/values.ts';
import { findAnswer, type OnceCall, type Stored } from './idempotency.ts';
import { assertNotOwn, assertTotal, currencyOf, nothingToOrder, withOffers } from './purchase-refusals.ts';

/** A call to place an order, as the route has parsed it. */
export type OrderRequest = {
  readonly input: CreateOrderInput;
  /** The Idempotency-Key of the call. */
  readonly key?: string | undefined;
  readonly referralCode?: string | undefined;
};
export type OrderCall = OrderRequest & {
  readonly once: OnceCall | null;
  /** The options of sellers who must deliver without being named, as far as they were looked up. */
  readonly first?: FirstOptions;
};

/** One product of the order and the units it gets from the buyer's own hold. */
export type BoundLine = CartLine & {
  readonly hold: Row<StockHold> | undefined;
  /** Units of the cart's hold that move to the order. */
  readonly used: number;
  /** Units of the cart's hold that stay with the rest of the cart. */
  readonly remaining: number;
  /** Units of the cart's hold that are no longer needed. */
  readonly spare: number;
};

/** Everything a purchase has read and decided before it writes. */
export type Purchase = {
  readonly kind: 'purchase';
  readonly buyer: Pick<CurrentUser, 'id' | 'name'>;
  readonly cart: Cart | undefined;
  /** The rest of the cart afterwards. */
  readonly remaining: readonly CartLine[];
  readonly goods: OrderGoods;
  /** The method of the chosen deliveries. Null: the buyer's own wish. */
  readonly method: DeliveryMethod | null;
  readonly offers: ReadonlyMap<string, Offer>;
  readonly bound: readonly BoundLine[];
  readonly allocation: Allocation;
  readonly referral: Order['referral'];
  /** What this buyer could have of each line that is out of stock. Empty when all can be sold. */
  readonly short: ReadonlyMap<string, number>;
};

export type Planned =
  | { readonly kind: 'stored'; readonly stored: Stored }
  | { readonly kind: 'empty'; readonly cart: Cart | undefined }
  | LookFurther
  | { readonly kind: 'first-options'; readonly vendorIds: readonly string[] }
  | Purchase;

/**
 * Reads and decides a purchase. Returns the response to an earlier call with its key, an empty cart, or the purchase
 * with newly computed prices. Throws when it cannot be bought at all. Missing stock is returned as data, and so is a
 * search that must look further.
 */
export async function planPurchase(
  t: Tx,
  ctx: UserContext,
  { input, once, referralCode, first = new Map() }: OrderCall,
  { now, search }: { readonly now: Date; readonly search: StockSearch },
): Promise<Planned> {
  const [stored, saved, buyer] = await Promise.all([
    findAnswer(t, once),
    t.get(Carts, ctx.user.id),
    // A name given meanwhile stays: only a user without a name is read again.
    ctx.user.name === '' ? getUser(t, ctx.user.id) : ctx.user,
  ]);
  if (stored) return { kind: 'stored', stored };
  const cart = saved?.data;
  const lines = input.items ? mergeLines(input.items) : (cart?.items ?? []);
  if (lines.length === 0) {
    if (input.items) throw nothingToOrder();
    return { kind: 'empty', cart };
  }

  const ids = lines.map(({ id }) => id);
  const [offers, holds, referral] = await Promise.all([
    offersOf(t, ids, ctx.env),
    t.getMany(
      StockHolds,
      ids.map((id) => cartHoldId(ctx.user.id, id)),
    ),
    findReferral(t, referralCode, ctx.user.id),
  ]);
  const ordered = withOffers(lines, offers, input);
  assertNotOwn(ordered, ctx.user.id);
  const locale = orderLocale(input, ctx);
  const delivered = await planDeliveries(t, {
    goods: draftGoods(ordered, { currency: currencyOf(input, ctx), locale, env: ctx.env, now }),
    vendorOf: (vendorId) => ordered.find(({ offer }) => offer.product.vendorId === vendorId)?.offer.vendor ?? null,
    choices: input.deliveryOptions ?? [],
    first,
    destination: destinationOf(ctx, input),
    locale,
    env: ctx.env,
  });
  if (delivered.kind === 'look-up') return { kind: 'first-options', vendorIds: delivered.vendorIds };
  const { goods, method } = delivered;
  assertTotal(input, goods);

  const remaining = withoutLines(cart?.items ?? [], lines);
  const bound = ordered.map((line, i) => boundLine(line, holds[i], remaining));
  const listed = bound.filter(({ id }) => offers.get(id)?.isListed);
  const wants = new Map(listed.map(({ id, qty, used }) => [id, qty - used]));
  const own = new Map(bound.flatMap(({ id, hold }) => (hold ? [[id, hold] as const] : [])));
  const allocation = await searchAllocation(t, wants, { who: ctx.user.id, own }, search);
  if (allocation.kind === 'look-further') return allocation;
  return {
    kind: 'purchase',
    buyer,
    cart,
    remaining,
    goods,
    method,
    offers,
    bound,
    allocation,
    referral,
    short: shortOf(bound, offers, allocation),
  };
}

function boundLine(line: CartLine, row: Row<StockHold> | undefined, remaining: readonly CartLine[]): BoundLine {
  // An expired hold that was not released yet still has its units. They belong to the buyer.
  const hold = row?.data.state === 'active' ? row : undefined;
  const own = hold?.data.qty ?? 0;
  const used = Math.min(own, line.qty);
  const stays = Math.min(own - used, remaining.find(({ id }) => id === line.id)?.qty ?? 0);
  return { id: line.id, qty: line.qty, hold, used, remaining: stays, spare: own - used - stays };
}

const shortOf = (
  bound: readonly BoundLine[],
  offers: ReadonlyMap<string, Offer>,
  allocation: Allocation,
): ReadonlyMap<string, number> => {
  const free = shortProducts(allocation);
  return new Map(
    bound
      .filter(({ id }) => free.has(id) || !offers.get(id)?.isListed)
      .map(({ id, used }) => [id, offers.get(id)?.isListed ? (free.get(id) ?? 0) + used : 0]),
  );
};
