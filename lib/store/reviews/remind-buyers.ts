import type { Context } from '#lib/context/context.ts';
import { before, DAY_MS } from '#lib/core/time.ts';
import type { Cursor } from '#lib/data/query.ts';
import { createNotification } from '#lib/notifications/write/create.ts';
import { Orders } from '#lib/store/collections.ts';
import type { Swept } from '#lib/store/orders/expiry.ts';
import { eventsMade } from '#lib/store/queries.ts';
import { Reviews } from './collections.ts';
import { REMIND_AFTER_MS } from './limits.ts';
import { productsBought } from './purchases.ts';
import { reviewIdOf } from './review-rules.ts';

const SLICE = 200;
/** A day without a run is caught up within this time. */
const CAUGHT_UP_MS = 3 * DAY_MS;

/**
 * Asks the buyers of a slice of parts that were delivered a week ago for a review, each part once, unless they have
 * reviewed one of its products. The preferences of the buyer decide how they are told.
 */
export async function remindBuyers(ctx: Context, after?: Cursor): Promise<Swept> {
  const to = before(ctx.now(), REMIND_AFTER_MS);
  const span = { from: before(new Date(to), CAUGHT_UP_MS), to };
  const { rows, next } = await ctx.data.find(eventsMade(span, SLICE, after));
  const parts = rows.flatMap(({ data: { kind, orderId, data } }) =>
    kind === 'part_delivered' && typeof data.vendorId === 'string' ? [{ orderId, vendorId: data.vendorId }] : [],
  );
  let reminded = 0;
  for (const part of parts) if (await remind(ctx, part)) reminded += 1;
  return { seen: parts.length, done: reminded, next };
}

type Part = { readonly orderId: string; readonly vendorId: string };

async function remind(ctx: Context, { orderId, vendorId }: Part): Promise<boolean> {
  const order = await ctx.data.get(Orders, orderId);
  if (!order) return false;
  const { userId, lines } = order.data;
  const bought = productsBought(order.data);
  const own = lines.filter((line) => line.vendorId === vendorId && bought.has(line.productId ?? ''));
  const reviews = await ctx.data.getMany(
    Reviews,
    own.map(({ productId }) => reviewIdOf(productId ?? '', userId)),
  );
  const [first] = own;
  if (!first || reviews.some((row) => row !== undefined)) return false;
  const { outcome } = await createNotification(ctx, userId, {
    type: 'ENTITY',
    priority: 'low',
    template: 'review.reminder',
    params: { title: first.title },
    data: { orderId, productId: first.productId ?? '', actionUrl: `/products/${first.productId}#reviews` },
    source: 'review.reminder',
    key: `${orderId}:${vendorId}`,
  });
  return outcome === 'created' || outcome === 'suppressed';
}
