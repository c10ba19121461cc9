import type { Context } from '#lib/context/context.ts';
import { HOUR_MS } from '#lib/core/time.ts';
import type { SearchHit, SearchRequest } from '#lib/search/search-index.ts';
import { CATALOG, type Card, listFacet } from './catalog-entry.ts';

/** Addresses in one file of the sitemap. */
export const SITEMAP_PAGE = 10_000;
const READ_AT_ONCE = 250;

export type SitemapEntry = { readonly id: string; readonly slug: string; readonly updatedAt: string };
/** Each variant has a page of its own. */
const everyProduct = { facets: [[listFacet('product')]] };

type Place = SearchRequest['after'];

/** Returns how many files the products fill, at least one. */
export async function sitemapPages({ search }: Context): Promise<number> {
  const { total } = await search.facets(CATALOG, everyProduct, { prefixes: [], ranges: [] });
  return Math.max(1, Math.ceil(total / SITEMAP_PAGE));
}

/** Lists the products of one file, counted from 0, oldest first. A new product changes only the last file. */
export async function listForSitemap(ctx: Context, page: number): Promise<SitemapEntry[]> {
  const { hits } = await pageOf(ctx, page);
  return hits.map(({ id, card }) => {
    const { slug, updatedAt } = JSON.parse(card) as Card;
    return { id, slug, updatedAt };
  });
}

/** Reads the products of one file from the end of the file before it. */
async function pageOf(ctx: Context, page: number): Promise<{ hits: SearchHit[]; end: Place | null }> {
  const hits: SearchHit[] = [];
  let after = page === 0 ? undefined : await endOf(ctx, page - 1);
  if (after === null) return { hits, end: null };
  while (hits.length < SITEMAP_PAGE) {
    const request = { ...everyProduct, sort: { field: 'newest', direction: 'asc' }, limit: READ_AT_ONCE } as const;
    const part = await ctx.search.search(CATALOG, { ...request, ...(after && { after }) });
    hits.push(...part.hits);
    const last = part.hits.at(-1);
    if (!part.more || !last) return { hits, end: null };
    after = { value: last.value, id: last.id };
  }
  return { hits, end: after };
}

/**
 * Returns where a file ends, or null after the last. Ends change little, so one read serves the following files for
 * an hour.
 */
const endOf = (ctx: Context, page: number): Promise<Place | null> =>
  ctx.memo.get(`store.sitemap ${page}`, HOUR_MS, async () => (await pageOf(ctx, page)).end);
