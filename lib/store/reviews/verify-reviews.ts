import type { Context } from '#lib/context/context.ts';
import { contention } from '#lib/data/store-errors.ts';
import { Orders } from '#lib/store/collections.ts';
import { planReviewChange, reviewLane } from './change-review.ts';
import { Reviews } from './collections.ts';
import { findPurchase, isPurchase } from './purchases.ts';
import { reviewIdOf } from './review-rules.ts';

/** How often a review may change while its author's orders are searched. */
const TRIES = 8;

type Verified = { readonly userId: string; readonly productIds: readonly string[] };

/** Recomputes which reviews of a person are verified purchases. Running it again is safe. */
export async function verifyReviews(ctx: Context, { userId, productIds }: Verified): Promise<void> {
  const rows = await ctx.data.getMany(
    Reviews,
    productIds.map((productId) => reviewIdOf(productId, userId)),
  );
  for (const row of rows) if (row && row.data.status !== 'removed') await verify(ctx, row.id);
}

/** Recomputes the same for the products of an order. */
export async function verifyReviewsOfOrder(ctx: Context, orderId: string): Promise<void> {
  const { userId, lines } = (await ctx.data.need(Orders, orderId)).data;
  const productIds = [...new Set(lines.flatMap(({ productId }) => productId ?? []))];
  await verifyReviews(ctx, { userId, productIds });
}

async function verify(ctx: Context, id: string): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    const seen = await ctx.data.need(Reviews, id);
    const { userId, productId, vendorId } = seen.data;
    const { orderId } = await findPurchase(ctx.data, userId, productId);
    const now = ctx.now();
    const isDone = await ctx.data.tx(
      async (t) => {
        const [row, order] = await Promise.all([
          t.need(Reviews, id),
          orderId === null ? undefined : t.get(Orders, orderId),
        ]);
        const verifiedPurchase = isPurchase(order, userId, productId);
        // The review was written or verified again meanwhile, or the order was taken back: searches again.
        if (row.version !== seen.version || (orderId !== null && !verifiedPurchase)) return false;
        const { data: before } = row;
        if (before.status === 'removed' || (before.verifiedPurchase === verifiedPurchase && before.orderId === orderId))
          return true;
        const planned = await planReviewChange(t, { id, before, after: { ...before, verifiedPurchase, orderId } }, now);
        planned.write(t);
        return true;
      },
      { lane: reviewLane(vendorId) },
    );
    if (isDone) return;
  }
  throw contention(TRIES);
}
