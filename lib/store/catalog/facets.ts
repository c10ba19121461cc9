import type { Context } from '#lib/context/context.ts';
import { SECOND_MS } from '#lib/core/time.ts';
import type { FacetCounts, SearchFilter } from '#lib/search/search-index.ts';
import type { CatalogFacets } from '#lib/store/schemas/catalog.ts';
import { approvedVendors } from '#lib/store/vendors/vendors.ts';
import { CATALOG, categoryFacet, priceField, ratingFacet, stockFacet, vendorFacet } from './catalog-entry.ts';
import { categoryTree, toCategoryRef } from './categories.ts';
import { type CatalogFilter, toSearchFilter } from './query.ts';

const KEPT_MS = SECOND_MS;
/** The counts without filters cost most and change least. */
const WHOLE_KEPT_MS = 10 * SECOND_MS;
/** Sellers in the facet, the chosen ones not counted. */
const MOST_VENDORS = 20;

type Want = { readonly prefixes: readonly string[]; readonly ranges: readonly string[] };
/** Counts with the revision of the index they were taken at. */
type Counted = FacetCounts & { readonly revision: string };

export type CountedCatalog = {
  readonly total: number;
  readonly facets: CatalogFacets;
  /** Changes when any of the counts may have. */
  readonly stamp: string;
};

/** Returns the total under a filter, and each facet under all filters but its own. At most a second old. */
export async function countCatalog(ctx: Context, filter: CatalogFilter): Promise<CountedCatalog> {
  const field = priceField(filter.currency);
  const [[all, categories, price, inStock, vendors, rating], tree] = await Promise.all([
    countEach(ctx, [
      { filter: toSearchFilter(filter), want: nothing },
      { filter: toSearchFilter(filter, 'categories'), want: { prefixes: ['category:'], ranges: [] } },
      { filter: toSearchFilter(filter, 'price'), want: { prefixes: [], ranges: [field] } },
      { filter: toSearchFilter(filter, 'inStock'), want: { prefixes: ['stock:'], ranges: [] } },
      { filter: toSearchFilter(filter, 'vendors'), want: { prefixes: [vendorFacet('')], ranges: [] } },
      { filter: toSearchFilter(filter, 'rating'), want: { prefixes: ['rating:'], ranges: [] } },
    ]),
    categoryTree(ctx),
  ]);

  const named = tree.inOrder.flatMap((node) => {
    const count = categories.counts[categoryFacet(node.id)] ?? 0;
    const isChosen = filter.categories?.includes(node.id) ?? false;
    return !node.isHidden && (count > 0 || isChosen) ? [{ ...toCategoryRef(node, ctx.locale), count }] : [];
  });
  const sellers = await sellersOf(ctx, filter, vendors);
  return {
    total: all.total,
    facets: {
      exact: [all, categories, price, inStock, vendors, rating].every(({ exact }) => exact),
      categories: named,
      price: price.ranges[field] ?? { min: null, max: null },
      inStock: { yes: inStock.counts[stockFacet(true)] ?? 0, no: inStock.counts[stockFacet(false)] ?? 0 },
      vendors: sellers,
      rating: ratingsOf(rating),
    },
    stamp: [all, categories, price, inStock, vendors, rating].map(({ revision }) => revision).join(),
  };
}

/** Returns how many products have each average, rounded down. */
function ratingsOf({ counts }: Counted): CatalogFacets['rating'] {
  const of = (stars: number) => counts[ratingFacet(stars)] ?? 0;
  return { '1': of(1), '2': of(2), '3': of(3), '4': of(4), '5': of(5) };
}

const byName = new Intl.Collator('en').compare;

/** Returns the sellers of a list, those with the most products first, and the chosen ones even without a product. */
async function sellersOf(ctx: Context, filter: CatalogFilter, { counts, revision }: Counted) {
  const { byId, stamp } = await approvedVendors(ctx);
  // Of a thousand sellers few are shown. Requests with equal filters share their order.
  const key = `store.sellers ${revision} ${stamp} ${JSON.stringify(toSearchFilter(filter, 'vendors'))}`;
  const first = await ctx.memo.get(key, KEPT_MS, async () =>
    [...byId.values()]
      .map((vendor) => ({ ...vendor, count: counts[vendorFacet(vendor.id)] ?? 0 }))
      .filter(({ count }) => count > 0)
      .toSorted((a, b) => b.count - a.count || byName(a.name, b.name))
      .slice(0, MOST_VENDORS),
  );
  const others = (filter.vendorIds ?? []).flatMap((id) => {
    const vendor = first.some((shown) => shown.id === id) ? undefined : byId.get(id);
    return vendor ? [{ ...vendor, count: counts[vendorFacet(id)] ?? 0 }] : [];
  });
  return [...first, ...others];
}

/** Returns the lowest and the highest price under a filter, and its number of products. */
export async function countPrices(ctx: Context, filter: CatalogFilter) {
  const field = priceField(filter.currency);
  const want = { prefixes: [], ranges: [field] };
  const { total, ranges, revision } = await countOnce(ctx, toSearchFilter(filter, 'price'), want);
  return { count: total, ...(ranges[field] ?? { min: null, max: null }), stamp: revision };
}

/** Returns how many products contain the terms, without other filters. */
export async function countTerms(ctx: Context, terms: readonly string[]): Promise<number> {
  return (await countOnce(ctx, { terms }, nothing)).total;
}

const nothing: Want = { prefixes: [], ranges: [] };

type Part = { readonly filter: SearchFilter; readonly want: Want };

/** Counts several filters. Equal filters are counted together. Without a chosen filter all are equal. */
async function countEach<const P extends readonly Part[]>(
  ctx: Context,
  parts: P,
): Promise<{ [K in keyof P]: Counted }> {
  const groups = Map.groupBy(parts, ({ filter }) => JSON.stringify(filter));
  const counted = await Promise.all(
    parts.map(({ filter }) => {
      const same = groups.get(JSON.stringify(filter)) ?? [];
      const want = {
        prefixes: same.flatMap(({ want: w }) => w.prefixes),
        ranges: same.flatMap(({ want: w }) => w.ranges),
      };
      return countOnce(ctx, filter, want);
    }),
  );
  return counted as { [K in keyof P]: Counted };
}

/** Returns whether a filter selects the whole list: all cards, or all products. */
const isUnfiltered = ({ facets = [], ...others }: SearchFilter): boolean =>
  facets.length === 1 && Object.keys(others).length === 0;

/** Counts through the memory of the process. Requests with equal filters and facets share one count. */
function countOnce(ctx: Context, filter: SearchFilter, want: Want): Promise<Counted> {
  const isWhole = isUnfiltered(filter);
  const key = `store.facets ${JSON.stringify([filter, want])}`;
  return ctx.memo.get(key, isWhole ? WHOLE_KEPT_MS : KEPT_MS, async () => {
    // Read before counting: a change in between makes the count look older than it is, never newer.
    const revision = await ctx.search.revision(CATALOG);
    return { ...(await ctx.search.facets(CATALOG, filter, want)), revision };
  });
}
