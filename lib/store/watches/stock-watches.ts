import type { UserContext } from '#lib/context/context.ts';
import { conflict, notFound } from '#lib/core/errors.ts';
import { hashOf } from '#lib/core/ids.ts';
import { Products, StockLevels } from '#lib/store/collections.ts';
import { MOST_WATCHES } from '#lib/store/limits.ts';
import { offersOf } from '#lib/store/products/offers.ts';
import type { StockWatchList, StockWatchState } from '#lib/store/schemas/stock-watch.ts';
import { availableOf, laneOf, readCounters, totalOf } from '#lib/store/stock/counters.ts';
import { StockWatches } from './collections.ts';
import { watchesOfUser } from './queries.ts';

export const watchIdOf = (userId: string, productId: string): string => hashOf('watch', userId, productId);

/** Returns the products that the user waits for, the latest first. */
export async function listWatches({ data, user }: UserContext): Promise<StockWatchList> {
  const { rows } = await data.find(watchesOfUser(user.id, MOST_WATCHES));
  return { watches: rows.map(({ data: { productId, createdAt } }) => ({ productId, createdAt })) };
}

/**
 * Notes that the user waits for a product. Throws InStock when it can be bought now, NotFound when it is not listed,
 * and TooManyWatches.
 */
export async function watchStock(ctx: UserContext, productId: string): Promise<StockWatchState> {
  const { data, user, env, now } = ctx;
  const id = watchIdOf(user.id, productId);
  const createdAt = now().toISOString();
  await data.tx(
    async (t) => {
      const [level, watch, offers] = await Promise.all([
        t.get(StockLevels, productId),
        t.get(StockWatches, id),
        offersOf(t, [productId], env),
      ]);
      if (!level || !offers.get(productId)?.isListed) throw notFound(Products.label, productId);
      if (availableOf(totalOf(await readCounters(t, level))) > 0)
        throw conflict('This product is in stock', { code: 'InStock' });
      if (watch) return;
      if ((await t.find(watchesOfUser(user.id, MOST_WATCHES))).rows.length >= MOST_WATCHES)
        throw conflict(`You can wait for at most ${MOST_WATCHES} products`, { code: 'TooManyWatches' });
      t.create(StockWatches, id, { productId, userId: user.id, createdAt });
      // The level was read in this transaction, so no restock slips in between.
      if (level.data.backNotice !== 'waiting') t.update(StockLevels, productId, { backNotice: 'waiting' });
    },
    { lane: laneOf(productId), mayQuery: true },
  );
  return { watching: true };
}

/** Ends the wait for a product. Without one it changes nothing. */
export async function unwatchStock({ data, user }: UserContext, productId: string): Promise<StockWatchState> {
  await data.batch((write) => write.delete(StockWatches, watchIdOf(user.id, productId)));
  return { watching: false };
}
