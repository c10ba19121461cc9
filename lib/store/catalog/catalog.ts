import type { Context } from '#lib/context/context.ts';
import { hashOf } from '#lib/core/ids.ts';
import { SECOND_MS } from '#lib/core/time.ts';
import { type SearchTerm, searchTerms } from '#lib/search/terms.ts';
import type { CatalogFacets, CatalogPage, CatalogQuery } from '#lib/store/schemas/catalog.ts';
import { approvedVendors } from '#lib/store/vendors/vendors.ts';
import { CATALOG } from './catalog-entry.ts';
import { categoryTree } from './categories.ts';
import { cursorOf, placeAfter, sortOf } from './cursor.ts';
import { type CountedCatalog, countCatalog, countTerms } from './facets.ts';
import { toListed } from './listed-products.ts';
import { type CatalogFilter, resolveFilter, toSearchFilter } from './query.ts';

/**
 * Returns one page of the public catalog with its counts: published products of approved vendors, in the caller's
 * language and the requested currency. Availability is at most two seconds old and decides nothing. A search without
 * results is corrected once, and the response says so.
 */
export async function listProducts(ctx: Context, query: CatalogQuery): Promise<CatalogPage> {
  const { filter, counted, corrected } = await countQuery(ctx, query);
  const sort = sortOf(sortKeyOf(query, filter), filter.currency, ctx.locale);
  const after = query.afterId === undefined ? null : await placeAfter(ctx, filter, sort, query.afterId);

  const { hits, more } = await ctx.search.search(CATALOG, {
    ...toSearchFilter(filter),
    sort: sort.by,
    limit: query.limit,
    ...(after && { after }),
  });
  const last = hits.at(-1);
  return {
    products: await toListed(ctx, hits, filter.currency),
    nextAfterId: more && last ? cursorOf(sort, filter.currency, last) : null,
    total: counted.total,
    currency: filter.currency,
    facets: counted.facets,
    ...(corrected !== null && { correctedSearch: corrected }),
  };
}

/** Returns the counts of the whole catalog, as a list without filters shows them. */
export const wholeFacets = async (ctx: Context, currency: string): Promise<CatalogFacets> =>
  (await countCatalog(ctx, await resolveFilter(ctx, { currency }))).facets;

/** Returns a tag that changes whenever the result of `listProducts` for this query does: the base of its ETag. */
export async function catalogTag(ctx: Context, query: CatalogQuery): Promise<string> {
  const [{ counted }, revision, tree, vendors] = await Promise.all([
    countQuery(ctx, query),
    ctx.search.revision(CATALOG),
    categoryTree(ctx),
    approvedVendors(ctx),
  ]);
  return hashOf(revision, counted.stamp, tree.stamp, vendors.stamp, ctx.locale, JSON.stringify(query)).slice(0, 27);
}

type CountedQuery = {
  readonly filter: CatalogFilter;
  readonly counted: CountedCatalog;
  readonly corrected: string | null;
};

/** Resolves and counts a query. Corrects its search if it finds nothing. */
async function countQuery(ctx: Context, query: CatalogQuery): Promise<CountedQuery> {
  const filter = await resolveFilter(ctx, query);
  const counted = await countCatalog(ctx, filter);
  if (counted.total > 0 || filter.terms.length === 0) return { filter, counted, corrected: null };

  const terms = await correctSearch(ctx, filter.terms);
  if (!terms) return { filter, counted, corrected: null };
  const instead = { ...filter, terms };
  const words = terms.map(({ word }) => word).join(' ');
  return { filter: instead, counted: await countCatalog(ctx, instead), corrected: words };
}

/** Without terms there is no relevance to sort by. */
function sortKeyOf({ sortBy }: CatalogQuery, { terms }: CatalogFilter) {
  const usual = terms.length > 0 ? 'relevance' : 'newest';
  return sortBy === undefined || (sortBy === 'relevance' && terms.length === 0) ? usual : sortBy;
}

/**
 * Returns the probable meaning of a search without results: each word that is not in the catalog is replaced by the
 * nearest one that is. Returns null when there is a result or no word is near.
 */
function correctSearch(ctx: Context, terms: readonly SearchTerm[]): Promise<readonly SearchTerm[] | null> {
  const key = `store.corrected ${terms.map(({ word }) => word).join(' ')}`;
  return ctx.memo.get(key, SECOND_MS, async () => {
    const asked = terms.map(({ term }) => term);
    if ((await countTerms(ctx, asked)) > 0) return null;
    const words = await Promise.all(terms.map(({ word }) => nearest(ctx, word)));
    const corrected = searchTerms(words.join(' '));
    return corrected.some(({ word }, i) => word !== terms[i]?.word) ? corrected : null;
  });
}

const nearest = async ({ search }: Context, word: string): Promise<string> =>
  (await search.suggest(CATALOG, word, 1))[0] ?? word;
