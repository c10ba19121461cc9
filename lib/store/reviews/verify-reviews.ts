import type { Context } from '#lib/context/context.ts';
import type { Row } from '#lib/data/store.ts';
import { contention } from '#lib/data/store-errors.ts';
import { Orders } from '#lib/store/collections.ts';
import type { Review } from '#lib/store/schemas/review.ts';
import { planReviewChange, reviewLane } from './change-review.ts';
import { Reviews } from './collections.ts';
import { findPurchases, isPurchase } from './purchases.ts';
import { reviewIdOf } from './review-rules.ts';

/** How often the orders of a person may change while they are searched. */
const TRIES = 8;

type Verified = { readonly userId: string; readonly productIds: readonly string[] };

/**
 * Recomputes which reviews of a person are verified purchases. The orders are searched once for all of them, and again for
 * those whose order was taken back meanwhile. Running it again is safe.
 */
export async function verifyReviews(ctx: Context, { userId, productIds }: Verified): Promise<void> {
  let ids = productIds.map((productId) => reviewIdOf(productId, userId));
  for (let tries = 0; tries < TRIES; tries++) {
    const rows = (await ctx.data.getMany(Reviews, ids)).filter((row) => row !== undefined && isKept(row));
    const found = await ordersOf(ctx, userId, rows);
    const left: string[] = [];
    for (const row of rows) if (!(await verify(ctx, row, found.get(row.id) ?? null))) left.push(row.id);
    if (left.length === 0) return;
    ids = left;
  }
  throw contention(TRIES);
}

/** Recomputes the same for the products of an order. */
export async function verifyReviewsOfOrder(ctx: Context, orderId: string): Promise<void> {
  const { userId, lines } = (await ctx.data.need(Orders, orderId)).data;
  const productIds = [...new Set(lines.flatMap(({ productId }) => productId ?? []))];
  await verifyReviews(ctx, { userId, productIds });
}

const isKept = (row: Row<Review> | undefined): row is Row<Review> => row !== undefined && row.data.status !== 'removed';

/** Returns the order that makes each review a verified purchase: the one that it names already, or the newest one. */
async function ordersOf(
  { data }: Context,
  userId: string,
  rows: readonly Row<Review>[],
): Promise<ReadonlyMap<string, string>> {
  const named = rows.filter(({ data: { orderId } }) => orderId !== null);
  const orders = await data.getMany(
    Orders,
    named.flatMap(({ data: { orderId } }) => orderId ?? []),
  );
  const known = new Map(
    named.flatMap((row, at) => {
      const order = orders[at];
      return isPurchase(order, userId, row.data.productId) ? [[row.id, order.id] as const] : [];
    }),
  );
  const searched = rows.filter(({ id }) => !known.has(id));
  if (searched.length === 0) return known;
  const { orderIds } = await findPurchases(
    data,
    userId,
    searched.map((row) => row.data.productId),
  );
  for (const row of searched) {
    const orderId = orderIds.get(row.data.productId);
    if (orderId !== undefined) known.set(row.id, orderId);
  }
  return known;
}

/** Writes what the search has found. Returns false when it must search again. */
function verify(ctx: Context, { id, data: seen }: Row<Review>, orderId: string | null): Promise<boolean> {
  const { userId, productId, vendorId } = seen;
  const now = ctx.now();
  return ctx.data.tx(
    async (t) => {
      const [row, order] = await Promise.all([
        t.need(Reviews, id),
        orderId === null ? undefined : t.get(Orders, orderId),
      ]);
      const { data: before } = row;
      const verifiedPurchase = isPurchase(order, userId, productId);
      // The order was taken back, or another effect has found one. A vote or an edit of the text does not matter.
      if (before.orderId !== seen.orderId || (orderId !== null && !verifiedPurchase)) return false;
      if (before.status === 'removed' || (before.verifiedPurchase === verifiedPurchase && before.orderId === orderId))
        return true;
      const planned = await planReviewChange(t, { id, before, after: { ...before, verifiedPurchase, orderId } }, now);
      planned.write(t);
      return true;
    },
    { lane: reviewLane(vendorId) },
  );
}
