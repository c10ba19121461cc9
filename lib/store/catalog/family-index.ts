import type { Context } from '#lib/context/context.ts';
import type { Reader } from '#lib/data/store.ts';
import { ProductFamilies } from '#lib/store/collections.ts';
import { CATALOG, type Card } from './catalog-entry.ts';
import { familyEntryOf, sharedRating } from './family-entry.ts';
import { listedAmong, readSources, treeFor } from './index-sources.ts';
import { promiseFamily } from './topics.ts';

/** The most ids in one search. */
const IDS_AT_ONCE = 50;

/** Updates the entries of these families from the store, one after the other. Running it again is safe. */
export async function indexFamilies(ctx: Context, familyIds: Iterable<string>): Promise<void> {
  for (const id of new Set(familyIds)) await indexFamily(ctx, id);
}

/** Puts the entry of a family, or removes it when the family is gone or none of its members is listed. */
export async function indexFamily(ctx: Context, id: string): Promise<void> {
  const { sources, stamp } = await readFamily(ctx.data, id);
  const members = listedAmong(sources, ctx.env);
  const rating = sharedRating(sources.map(({ product }) => product?.data));
  const entry = familyEntryOf({ id, members, rating }, await treeFor(ctx, members), ctx.env);
  await (entry ? ctx.search.put(CATALOG, [entry]) : ctx.search.remove(CATALOG, [id]));
  // A member that changed after it was read is found here, and the family is indexed again.
  if ((await readFamily(ctx.data, id)).stamp !== stamp) await indexFamily(ctx, id);
}

async function readFamily(data: Reader, id: string) {
  const row = await data.get(ProductFamilies, id);
  const sources = await readSources(data, row?.data.members.map(({ productId }) => productId) ?? []);
  return { sources, stamp: JSON.stringify([row?.version, ...sources.map((source) => source.stamp)]) };
}

/** Enqueues the index update of families whose members were indexed. Causes in quick succession share one row. */
export async function promiseFamilies(ctx: Context, familyIds: ReadonlySet<string>): Promise<void> {
  if (familyIds.size === 0) return;
  const now = ctx.now();
  await ctx.data.batch((write) => {
    for (const id of familyIds) promiseFamily(write, id, now);
  });
}

/** Units of a product as the catalog shows them now. */
type ShownStock = { readonly id: string; readonly available: number };

/** Returns the families of those products whose entries show other units. */
export async function familiesShowingOther(
  { search }: Pick<Context, 'search'>,
  stocks: readonly ShownStock[],
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (let at = 0; at < stocks.length; at += IDS_AT_ONCE) {
    const chunk = new Map(stocks.slice(at, at + IDS_AT_ONCE).map(({ id, available }) => [id, available]));
    const sort = { field: 'newest', direction: 'asc' } as const;
    const { hits } = await search.search(CATALOG, { ids: [...chunk.keys()], sort, limit: IDS_AT_ONCE });
    for (const { id, fields, card } of hits) {
      const { familyId } = JSON.parse(card) as Card;
      if (familyId !== undefined && fields.available !== chunk.get(id)) found.add(familyId);
    }
  }
  return found;
}
