import type { UserContext } from '#lib/context/context.ts';
import { invalid } from '#lib/core/errors.ts';
import type { Row, Tx } from '#lib/data/store.ts';
import { Carts, StockHolds } from '#lib/store/collections.ts';
import { offersOf } from '#lib/store/products/offers.ts';
import { holdsOfUser } from '#lib/store/queries.ts';
import type { Cart, CartLine, CartView } from '#lib/store/schemas/cart.ts';
import type { StockHold } from '#lib/store/schemas/stock.ts';
import {
  cartHoldId,
  type Moment,
  notEnoughStock,
  planAllocation,
  productsToRelease,
  queryExpired,
  releaseExpiredHolds,
  releaseHolds,
  releaseUnits,
  searchAllocation,
  shortProducts,
  stockTx,
} from '#lib/store/stock/stock.ts';
import { mergeLines } from './lines.ts';

/** A cart has at most 50 lines. Holds of removed lines end with the next save or hold. */
const CART_HOLDS_SEEN = 100;
/** How often a forecast releases expired holds before it reports that nothing is left. */
const RELEASE_ROUNDS = 10;

type Item = { readonly id: string; readonly qty: number };

/** Returns the saved cart of the signed-in shopper. A cart that was never saved is empty and has no time. */
export async function cartOf({ data, user }: UserContext): Promise<CartView> {
  return toCartView((await data.get(Carts, user.id))?.data);
}

/**
 * Replaces the whole cart. Throws and changes nothing when a line is more than this shopper can have. Units that a
 * smaller line no longer needs are released in the same transaction.
 */
export async function saveCart(ctx: UserContext, items: readonly Item[]): Promise<CartView> {
  const lines = mergeLines(items);
  const available = await availableTo(ctx, lines);
  assertKnown(items, lines, available);
  const short = lines.filter(({ id, qty }) => (available.get(id) ?? 0) < qty);
  if (short.length > 0) throw notEnoughStock(new Map(short.map(({ id }) => [id, available.get(id) ?? 0])));

  const now = ctx.now();
  return ctx.data.tx((t) => writeCart(ctx, t, lines, now), { lane: `${Carts.name}/${ctx.user.id}` });
}

/**
 * Returns how many of the wanted units this shopper could have: free units, their own holds and expired holds.
 * Unknown products are left out. This is a forecast, read outside any transaction: the hold itself decides.
 */
export async function availableTo(
  ctx: UserContext,
  wanted: readonly CartLine[],
  rounds = RELEASE_ROUNDS,
): Promise<ReadonlyMap<string, number>> {
  const ids = wanted.map(({ id }) => id);
  const [offers, live] = await Promise.all([
    offersOf(ctx.data, ids, ctx.env),
    ctx.data.find(holdsOfUser(ctx.user.id, ['active'], CART_HOLDS_SEEN)),
  ]);
  const own = new Map(live.rows.map((row) => [row.data.productId, row]));
  const ownQty = (id: string) => own.get(id)?.data.qty ?? 0;
  const listed = wanted.filter(({ id }) => offers.get(id)?.isListed);
  const wants = new Map(listed.map(({ id, qty }) => [id, qty - ownQty(id)]));
  const requester = { who: ctx.user.id, own };
  const forecast = await planAllocation(ctx.data, wants, { ...requester, expired: queryExpired(ctx.data, ctx.now()) });
  // Units in transfer from one row to another must not cause a refusal.
  const allocation =
    forecast.kind === 'short' && forecast.isSum
      ? await stockTx(ctx, { productIds: ids }, (t, search) => searchAllocation(t, wants, requester, search))
      : forecast;
  const toRelease = productsToRelease(allocation);
  if (toRelease.length > 0 && rounds > 0) {
    for (const productId of toRelease) await releaseExpiredHolds(ctx, productId);
    return availableTo(ctx, wanted, rounds - 1);
  }

  const short = shortProducts(allocation);
  const could = new Map(listed.map(({ id, qty }) => [id, Math.min(qty, (short.get(id) ?? qty) + ownQty(id))]));
  return new Map([...offers.keys()].map((id) => [id, could.get(id) ?? 0]));
}

function assertKnown(items: readonly Item[], lines: readonly CartLine[], known: ReadonlyMap<string, number>): void {
  const unknown = new Set(lines.filter(({ id }) => !known.has(id)).map(({ id }) => id));
  if (unknown.size === 0) return;
  const wrong = [...items.entries()].filter(([, { id }]) => unknown.has(id));
  throw invalid(
    'The body is not valid',
    Object.fromEntries(wrong.map(([i]) => [`items.${i}.id`, 'is not an available product'])),
  );
}

async function writeCart({ user, env }: UserContext, t: Tx, items: readonly CartLine[], now: Date): Promise<CartView> {
  const at = now.toISOString();
  const saved = await t.get(Carts, user.id);
  const live = await cartHolds(t, user.id, saved?.data.items ?? []);
  const cart: Cart = {
    lastOrderId: null,
    lastOrderAt: null,
    remindedRev: null,
    remindedAt: null,
    createdAt: at,
    ...saved?.data,
    items: [...items],
    rev: (saved?.data.rev ?? 0) + 1,
    updatedAt: at,
  };
  t.set(Carts, user.id, cart);
  shrinkHolds(t, live, items, { env, now });
  return toCartView(cart);
}

/**
 * Reads the active holds of a cart. A product outside the cart holds nothing, because every write of a cart releases
 * it.
 */
async function cartHolds(t: Tx, userId: string, items: readonly CartLine[]): Promise<readonly Row<StockHold>[]> {
  const ids = items.map(({ id }) => cartHoldId(userId, id));
  return (await t.getMany(StockHolds, ids))
    .filter((row) => row?.data.state === 'active')
    .filter((row) => row !== undefined);
}

/** Releases the units of these holds that the cart no longer needs. */
function shrinkHolds(t: Tx, holds: readonly Row<StockHold>[], items: readonly CartLine[], moment: Moment): void {
  const wanted = new Map(items.map(({ id, qty }) => [id, qty]));
  releaseHolds(
    t,
    holds.filter(({ data }) => !wanted.has(data.productId)),
    moment,
  );
  for (const { id, data } of holds) {
    const qty = wanted.get(data.productId);
    if (qty === undefined || qty >= data.qty) continue;
    t.update(StockHolds, id, { qty, updatedAt: moment.now.toISOString() });
    releaseUnits(t, data, data.qty - qty, moment);
  }
}

export const toCartView = (cart: Pick<Cart, 'items' | 'updatedAt'> | undefined): CartView =>
  cart ? { items: cart.items, updatedAt: cart.updatedAt } : { items: [], updatedAt: null };
