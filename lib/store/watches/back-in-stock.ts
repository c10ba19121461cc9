import { Users } from '#lib/auth/collections.ts';
import type { Context } from '#lib/context/context.ts';
import { enqueue } from '#lib/data/outbox.ts';
import type { Row, Tx } from '#lib/data/store.ts';
import { promiseNotification } from '#lib/notifications/write/create.ts';
import { StockLevels } from '#lib/store/collections.ts';
import { STOCK_BACK_MS } from '#lib/store/limits.ts';
import { type Offer, offersOf } from '#lib/store/products/offers.ts';
import { textsIn } from '#lib/store/products/product-texts.ts';
import type { StockWatch } from '#lib/store/schemas/shoppers/stock-watch.ts';
import type { StockLevel } from '#lib/store/schemas/stock.ts';
import { availableOf, laneOf, readCounters, totalOf } from '#lib/store/stock/counters.ts';
import { StockWatches } from './collections.ts';
import { watchesOfProduct } from './queries.ts';
import { stockBackTopic } from './topics.ts';

const SLICE = 100;
/** Slices of one attempt. The next one goes on, so that no lease expires meanwhile. */
const SLICES = 20;

/** Promises the notices for a product that users wait for and that can be bought again. Running it again is safe. */
export async function settleBackInStock(ctx: Context, productId: string): Promise<void> {
  const now = ctx.now();
  const availableAt = new Date(now.getTime() + STOCK_BACK_MS).toISOString();
  await ctx.data.tx(
    async (t) => {
      const { level, isBack } = await lookAt(t, ctx, productId);
      if (level?.data.backNotice !== 'waiting' || !isBack) return;
      t.update(StockLevels, productId, { backNotice: 'promised' });
      enqueue(t, stockBackTopic, { productId }, { now, key: productId, availableAt });
    },
    { lane: laneOf(productId) },
  );
}

/**
 * Notifies every user who waits for a product, once, and ends their wait. A product that has sold out again, or that is
 * not for sale, keeps them waiting.
 */
export async function notifyWatchers(ctx: Context, { productId }: { readonly productId: string }): Promise<void> {
  const now = ctx.now();
  for (let slice = 0; slice < SLICES; slice++) {
    // Units may sell out between two slices. Users who were not notified yet keep waiting.
    const offer = await lookAgain(ctx, productId, slice === 0);
    if (!offer) return;
    const { rows } = await ctx.data.find(watchesOfProduct(productId, now.toISOString(), SLICE));
    if (rows.length === 0) return;
    await ctx.data.tx((t) => notifySlice(t, rows, offer, now));
  }
  await ctx.data.batch((write) => enqueue(write, stockBackTopic, { productId }, { now, key: productId }));
}

/** Returns the product while it can be bought. Otherwise its users wait for the next time. */
const lookAgain = (ctx: Context, productId: string, isFirst: boolean): Promise<Offer | null> =>
  ctx.data.tx(
    async (t) => {
      const { level, isBack, offer } = await lookAt(t, ctx, productId);
      if (!level) return null;
      if (!isBack) t.update(StockLevels, productId, { backNotice: 'waiting' });
      // Who begins to wait from here on, because the product sold out again, waits for the next time.
      else if (isFirst) t.update(StockLevels, productId, { backNotice: null });
      return isBack ? (offer ?? null) : null;
    },
    { lane: laneOf(productId) },
  );

type Look = {
  readonly level: Row<StockLevel> | undefined;
  readonly offer: Offer | undefined;
  readonly isBack: boolean;
};

async function lookAt(t: Tx, { env }: Context, productId: string): Promise<Look> {
  const [level, offers] = await Promise.all([t.get(StockLevels, productId), offersOf(t, [productId], env)]);
  const offer = offers.get(productId);
  const available = level ? availableOf(totalOf(await readCounters(t, level))) : 0;
  return { level, offer, isBack: available > 0 && offer?.isListed === true };
}

/** A watch is deleted in the commit that promises its notice, so no second run finds it. */
async function notifySlice(t: Tx, seen: readonly Row<StockWatch>[], { id, product }: Offer, now: Date): Promise<void> {
  const [watches, users] = await Promise.all([
    t.getMany(
      StockWatches,
      seen.map((row) => row.id),
    ),
    t.getMany(
      Users,
      seen.map(({ data }) => data.userId),
    ),
  ]);
  for (const [at, watch] of watches.entries()) {
    if (!watch) continue;
    t.delete(StockWatches, watch.id);
    const user = users[at];
    if (!user) continue;
    promiseNotification(
      t,
      {
        userId: watch.data.userId,
        type: 'OPPORTUNITY',
        template: 'stock.back',
        params: { title: textsIn(product, user.data.locale).title },
        data: { actionUrl: `/products/${id}/${product.slug}`, productId: id },
        source: 'stock.back',
        // Who waits for the same product again, later, is notified again.
        key: `back:${watch.id}:${watch.data.createdAt}`,
      },
      now,
    );
  }
}
