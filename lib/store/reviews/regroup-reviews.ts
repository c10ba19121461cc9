import type { Context } from '#lib/context/context.ts';
import type { Reader, Writer } from '#lib/data/store.ts';
import { Products } from '#lib/store/collections.ts';
import { ReviewSums, Reviews } from './collections.ts';
import { reviewsInGroup } from './queries.ts';
import { addCounts, countsIn, isSameCounts, noCounts, touchGroup, withCounts } from './review-sums.ts';
import { promiseRegrouping } from './topics.ts';

const IN_SLICE = 200;

/** A product that leaves a family, joins one, or both. */
export type Regrouped = { readonly productId: string; readonly from: string | null; readonly to: string | null };

/**
 * Reads the counts of products that change their family, and returns what moves them between the families, in the
 * transaction that moves the products. The reviews follow in slices.
 */
export async function planRegrouping(
  t: Reader,
  moves: readonly Regrouped[],
  now: Date,
): Promise<(write: Writer) => void> {
  const productIds = moves.map(({ productId }) => productId);
  const familyIds = [...new Set(moves.flatMap(({ from, to }) => [from, to].filter((id) => id !== null)))];
  if (productIds.length === 0) return () => undefined;
  const [products, families] = await Promise.all([t.getMany(ReviewSums, productIds), t.getMany(ReviewSums, familyIds)]);
  const counts = new Map(familyIds.map((id, at) => [id, countsIn(families[at])]));
  for (const [at, { from, to }] of moves.entries()) {
    const own = countsIn(products[at]);
    if (from !== null) counts.set(from, addCounts(counts.get(from) ?? noCounts, own, -1));
    if (to !== null) counts.set(to, addCounts(counts.get(to) ?? noCounts, own));
  }
  return (write) => {
    for (const [at, id] of familyIds.entries()) {
      const changed = counts.get(id) ?? noCounts;
      if (!isSameCounts(changed, countsIn(families[at])))
        write.set(ReviewSums, id, withCounts(families[at], changed, now));
    }
    for (const { productId, from } of moves) promiseRegrouping(write, productId, from ?? productId, now);
  };
}

/**
 * Moves one slice of the reviews of a product from a former group to the one it is in now, and promises the next slice in
 * the same commit. Running it again is safe.
 */
export async function regroupReviews(
  ctx: Context,
  { productId, from }: { readonly productId: string; readonly from: string },
): Promise<void> {
  const { rows } = await ctx.data.find(reviewsInGroup(productId, from, IN_SLICE));
  if (rows.length === 0) return;
  const now = ctx.now();
  const ids = rows.map(({ id }) => id);
  await ctx.data.tx(async (t) => {
    const product = await t.get(Products, productId);
    const groupId = product?.data.familyId ?? productId;
    if (groupId === from) return;
    const [current, sums] = await Promise.all([t.getMany(Reviews, ids), t.getMany(ReviewSums, [groupId, from])]);
    for (const row of current)
      if (row?.data.groupId === from) t.update(Reviews, row.id, { groupId, updatedAt: now.toISOString() });
    for (const sum of sums) if (sum) touchGroup(t, sum.id);
    promiseRegrouping(t, productId, from, now);
  });
}
