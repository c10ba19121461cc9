import type { Context } from '#lib/core/context.ts';
import type { SearchRequest } from '#lib/data/search-index.ts';
import { CATALOG } from './catalog-entry.ts';
import { catalogVersion, indexProducts } from './catalog-index.ts';
import { productsNewestFirst } from './catalog-queries.ts';
import { INDEXED_AT_ONCE } from './catalog-topics.ts';
import { Products } from './collections.ts';

/** Products of one slice: a few seconds of work. */
const SLICE = 2_000;

/** Where a rebuilding goes on: first through the products, then through the entries for those whose product is gone. */
type Place =
  | { readonly phase: 'products'; readonly after: string | undefined }
  | { readonly phase: 'entries'; readonly after: SearchRequest['after'] };

export type ReindexSlice = { readonly seen: number; readonly done: number; readonly next: string | null };

/**
 * Rebuilds a part of the catalog's index from the store while it goes on serving; the cursor says where the next part
 * begins, null that all is done. A crash half way leaves the index to be rebuilt at the next start.
 */
export async function reindexSlice(ctx: Context, cursor?: string): Promise<ReindexSlice> {
  let place: Place | null =
    cursor === undefined ? { phase: 'products', after: undefined } : (JSON.parse(cursor) as Place);
  let done = 0;
  while (place !== null && done < SLICE) {
    const step: { readonly seen: number; readonly next: Place | null } =
      place.phase === 'products' ? await indexPage(ctx, place.after) : await sweepPage(ctx, place.after);
    done += step.seen;
    place = step.next;
  }
  if (place === null) await ctx.search.markBuilt(CATALOG, catalogVersion(ctx));
  return { seen: done, done, next: place === null ? null : JSON.stringify(place) };
}

/** Rebuilds the whole index. */
export async function reindexCatalog(ctx: Context): Promise<void> {
  let seen = 0;
  let cursor: string | undefined;
  do {
    const slice: ReindexSlice = await reindexSlice(ctx, cursor);
    seen += slice.seen;
    cursor = slice.next ?? undefined;
  } while (cursor !== undefined);
  ctx.log('info', 'catalog.reindexed', { seen });
}

/** Rebuilds the index at a start that finds it empty, half built, or built with other rates. */
export async function reindexIfStale(ctx: Context): Promise<void> {
  if ((await ctx.search.builtAs(CATALOG)) !== catalogVersion(ctx)) await reindexCatalog(ctx);
}

async function indexPage(ctx: Context, after: string | undefined) {
  const page = await ctx.data.find(productsNewestFirst({}, INDEXED_AT_ONCE, after));
  await indexProducts(
    ctx,
    page.rows.map(({ id }) => id),
  );
  const next: Place =
    page.next === null ? { phase: 'entries', after: undefined } : { phase: 'products', after: page.next };
  return { seen: page.rows.length, next };
}

async function sweepPage(ctx: Context, after: SearchRequest['after']) {
  const { hits, more } = await ctx.search.search(CATALOG, {
    sort: { field: 'newest', direction: 'asc' },
    limit: INDEXED_AT_ONCE,
    ...(after && { after }),
  });
  const ids = hits.map(({ id }) => id);
  const rows = await ctx.data.getMany(Products, ids);
  await indexProducts(
    ctx,
    ids.filter((_, i) => rows[i] === undefined),
  );
  const last = hits.at(-1);
  const next: Place | null = more && last ? { phase: 'entries', after: { value: last.value, id: last.id } } : null;
  return { seen: hits.length, next };
}
