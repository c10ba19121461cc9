import { Users } from '#lib/auth/collections.ts';
import type { Context } from '#lib/context/context.ts';
import { before } from '#lib/core/time.ts';
import { type Cursor, from, type Query } from '#lib/data/query.ts';
import type { Row, Tx } from '#lib/data/store.ts';
import { promiseNotification } from '#lib/notifications/write/create.ts';
import { Carts } from '#lib/store/collections.ts';
import { CART_REMINDER_FROM_MS, CART_REMINDER_REST_MS, CART_REMINDER_UNTIL_MS } from '#lib/store/limits.ts';
import type { Swept } from '#lib/store/orders/expiry.ts';
import { type Offer, offersOf } from '#lib/store/products/offers.ts';
import { textsIn } from '#lib/store/products/product-texts.ts';
import type { Cart } from '#lib/store/schemas/cart.ts';
import { findStock } from '#lib/store/stock/stock.ts';

const SLICE = 100;
/** The most products that a reminder names. */
const NAMED = 3;

/** Carts that were last saved within a span of time, the earliest first. */
export const cartsSaved = (since: string, until: string, limit: number, after?: Cursor): Query<Cart> =>
  from(Carts)
    .where('updatedAt', '>=', since)
    .where('updatedAt', '<=', until)
    .orderBy('updatedAt')
    .limit(limit)
    .after(after);

/**
 * Reminds the owners of a slice of carts that were left 4 to 72 hours ago. A cart is left out when it is empty, was
 * ordered from since, has nothing in stock, or was reminded of: once per revision, and its owner once in seven days.
 * Safe to run twice, and concurrently.
 */
export async function remindCarts(ctx: Context, after?: Cursor): Promise<Swept> {
  const now = ctx.now();
  const [since, until] = [before(now, CART_REMINDER_UNTIL_MS), before(now, CART_REMINDER_FROM_MS)];
  const page = await ctx.data.find(cartsSaved(since, until, SLICE, after));
  let done = 0;
  for (const row of page.rows) {
    if (!isDue(row.data, now)) continue;
    try {
      const offers = await offersInStock(ctx, row.data);
      if (offers.length === 0) continue;
      if (await ctx.data.tx((t) => remindOnce(t, row, offers, now), { lane: `${Carts.name}/${row.id}` })) done += 1;
    } catch (error) {
      // The other carts do not wait for this one. The next run tries it again.
      ctx.log('error', 'cart.reminder_failed', { userId: row.id, error });
    }
  }
  return { seen: page.rows.length, done, next: page.next };
}

/** Returns whether a cart that is old enough deserves a reminder. An order writes the time of its cart too. */
const isDue = ({ items, rev, updatedAt, lastOrderAt, remindedRev, remindedAt }: Cart, now: Date): boolean =>
  items.length > 0 &&
  (lastOrderAt === null || lastOrderAt < updatedAt) &&
  remindedRev !== rev &&
  (remindedAt === null || remindedAt <= before(now, CART_REMINDER_REST_MS));

/** Returns up to three products of a cart that can be bought now, in the order of its lines. */
async function offersInStock({ data, env }: Context, { items }: Cart): Promise<readonly Offer[]> {
  const ids = items.map(({ id }) => id);
  const [offers, stocks] = await Promise.all([offersOf(data, ids, env), findStock(data, ids)]);
  return ids
    .flatMap((id, at) => {
      const offer = offers.get(id);
      return offer?.isListed && (stocks[at]?.available ?? 0) > 0 ? [offer] : [];
    })
    .slice(0, NAMED);
}

/** The mark and the promise are one commit, so two runners never remind of one revision twice. */
async function remindOnce(t: Tx, seen: Row<Cart>, offers: readonly Offer[], now: Date): Promise<boolean> {
  const [cart, user] = await Promise.all([t.get(Carts, seen.id), t.get(Users, seen.id)]);
  if (!cart || cart.data.rev !== seen.data.rev || !isDue(cart.data, now) || user?.data.status !== 'active')
    return false;
  const { rev } = cart.data;
  const { locale } = user.data;
  t.update(Carts, cart.id, { remindedRev: rev, remindedAt: now.toISOString() });
  promiseNotification(
    t,
    {
      userId: user.id,
      type: 'OPPORTUNITY',
      priority: 'low',
      template: 'cart.reminder',
      params: { titles: offers.map(({ product }) => textsIn(product, locale).title).join(', ') },
      data: { actionUrl: '/cart', productIds: offers.map(({ id }) => id) },
      source: 'cart.reminder',
      key: `cart:${user.id}:${rev}`,
    },
    now,
  );
  return true;
}
