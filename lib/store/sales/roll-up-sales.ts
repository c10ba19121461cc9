import type { Context } from '#lib/context/context.ts';
import { before, DAY_MS, dayOf } from '#lib/core/time.ts';
import type { Cursor } from '#lib/data/query.ts';
import { promiseIndexing } from '#lib/store/catalog/topics.ts';
import { Products } from '#lib/store/collections.ts';
import { SOLD_DAYS } from '#lib/store/limits.ts';
import type { Swept } from '#lib/store/orders/expiry.ts';
import { daysOfProduct, soldOn } from './queries.ts';

const SLICE = 100;
/** Separates the day of a slice from its place among the products of that day. */
const SEPARATOR = '/';

/**
 * Rewrites `sold30d` of a slice of products: those that sold on a day which has just entered the thirty days before
 * today, or has just left them. So that days without a run are made good, the last week counts as such days.
 */
export async function rollUpSales(ctx: Context, cursor?: Cursor): Promise<Swept> {
  const [onDay = '', place] = cursor?.split(SEPARATOR) ?? [];
  const days = changedDays(ctx.now());
  const at = Math.max(0, days.indexOf(onDay));
  // After midnight a day may have left the list; then all begins anew.
  const after = days.includes(onDay) && place ? place : undefined;
  const day = days[at] ?? '';
  const page = await ctx.data.find(soldOn(day, SLICE, after));
  let done = 0;
  for (const { data } of page.rows) if (await rollUpProduct(ctx, data.productId)) done += 1;
  const following = days[at + 1];
  const next =
    page.next === null
      ? following === undefined
        ? null
        : `${following}${SEPARATOR}`
      : `${day}${SEPARATOR}${page.next}`;
  return { seen: page.rows.length, done, next };
}

const MISSED_DAYS = 7;

/** Returns the days whose sales may count otherwise than a week ago. */
const changedDays = (now: Date): readonly string[] =>
  [0, SOLD_DAYS].flatMap((from) =>
    Array.from({ length: MISSED_DAYS }, (_, back) => dayOf(before(now, (from + 1 + back) * DAY_MS))),
  );

/** Rewrites the figure of a product. Returns whether it differs from before. */
async function rollUpProduct(ctx: Context, productId: string): Promise<boolean> {
  const now = ctx.now();
  const today = dayOf(now);
  const { rows } = await ctx.data.find(daysOfProduct(productId, dayOf(before(now, SOLD_DAYS * DAY_MS))));
  const sold30d = rows.reduce((sum, { data }) => (data.date < today ? sum + data.units : sum), 0);
  return ctx.data.tx(
    async (t) => {
      const product = await t.get(Products, productId);
      if (!product || product.data.sold30d === sold30d) return false;
      t.update(Products, productId, { sold30d });
      promiseIndexing(t, productId, now);
      return true;
    },
    { lane: `products/${productId}` },
  );
}
