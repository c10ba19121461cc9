import type { UserContext } from '#lib/context/context.ts';
import { type AppError, conflict, notFound } from '#lib/core/errors.ts';
import { hashOf } from '#lib/core/ids.ts';
import type { Tx } from '#lib/data/store.ts';
import { Products, StockLevels } from '#lib/store/collections.ts';
import { MOST_WATCHES } from '#lib/store/limits.ts';
import { offersOf } from '#lib/store/products/offers.ts';
import type { StockWatchList, StockWatchState } from '#lib/store/schemas/shoppers/stock-watch.ts';
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
 * and TooManyWatches. The watches are counted in the user's own lane, so that a crowd that asks for one product does not
 * hold up its restock.
 */
export async function watchStock(ctx: UserContext, productId: string): Promise<StockWatchState> {
  const { data, user } = ctx;
  const refusal = await data.tx((t) => refusalOf(t, ctx, productId));
  if (refusal) throw refusal;
  const id = watchIdOf(user.id, productId);
  const createdAt = ctx.now().toISOString();
  const isNew = await data.tx(
    async (t) => {
      if (await t.get(StockWatches, id)) return false;
      if ((await t.find(watchesOfUser(user.id, MOST_WATCHES))).rows.length >= MOST_WATCHES)
        throw conflict(`You can wait for at most ${MOST_WATCHES} products`, { code: 'TooManyWatches' });
      t.create(StockWatches, id, { productId, userId: user.id, createdAt });
      return true;
    },
    { lane: `${StockWatches.name}/${user.id}`, mayQuery: true },
  );
  const late = await data.tx(
    async (t) => {
      const [level, problem] = await Promise.all([t.get(StockLevels, productId), refusalOf(t, ctx, productId)]);
      if (problem && isNew) t.delete(StockWatches, id);
      // The level was read in this transaction, so no restock slips in between.
      if (!problem && level && level.data.backNotice !== 'waiting')
        t.update(StockLevels, productId, { backNotice: 'waiting' });
      return problem;
    },
    { lane: laneOf(productId) },
  );
  if (late) throw late;
  return { watching: true };
}

/** Returns why nobody can wait for a product now, null while one can. */
async function refusalOf(t: Tx, { env }: UserContext, productId: string): Promise<AppError | null> {
  const [level, offers] = await Promise.all([t.get(StockLevels, productId), offersOf(t, [productId], env)]);
  if (!level || !offers.get(productId)?.isListed) return notFound(Products.label, productId);
  return availableOf(totalOf(await readCounters(t, level))) > 0
    ? conflict('This product is in stock', { code: 'InStock' })
    : null;
}

/** Ends the wait for a product. Without one it changes nothing. */
export async function unwatchStock({ data, user }: UserContext, productId: string): Promise<StockWatchState> {
  await data.batch((write) => write.delete(StockWatches, watchIdOf(user.id, productId)));
  return { watching: false };
}
