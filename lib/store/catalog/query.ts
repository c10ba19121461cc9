import type { Context } from '#lib/context/context.ts';
import { invalid } from '#lib/core/errors.ts';
import type { SearchFilter } from '#lib/search/search-index.ts';
import { type SearchTerm, searchTerms } from '#lib/search/terms.ts';
import { isConfigured, MAIN_CURRENCY } from '#lib/store/products/currencies.ts';
import { starCounts } from '#lib/store/reviews/values.ts';
import type { CatalogQuery } from '#lib/store/schemas/catalog.ts';
import {
  type CatalogList,
  categoryFacet,
  familyFacet,
  listFacet,
  priceField,
  ratingFacet,
  stockFacet,
  vendorFacet,
} from './catalog-entry.ts';
import { findCategory } from './categories.ts';

/** The filters of a catalog query, with names resolved to ids and words to terms. */
export type CatalogFilter = {
  readonly currency: string;
  readonly terms: readonly SearchTerm[];
  /** True for a search that no text can match, such as punctuation alone. It matches nothing. */
  readonly isHopeless: boolean;
  /** Null where no category was given. Empty where none of the given ones exists, which matches nothing. */
  readonly categories: readonly string[] | null;
  readonly vendorIds: readonly string[] | null;
  readonly ids: readonly string[] | null;
  readonly familyId: string | null;
  /** One entry per family or one per product. Given products, and the members of one family, are never grouped. */
  readonly list: CatalogList;
  readonly price: { readonly min?: number; readonly max?: number } | null;
  readonly inStock: boolean;
  /** The average rating at least. */
  readonly ratingMin: number | null;
};

/** The filters with a facet of their own. Each is counted with all others. */
export type OwnFilter = 'categories' | 'price' | 'inStock' | 'vendors' | 'rating';

type Asked = Omit<CatalogQuery, 'limit' | 'sortBy' | 'afterId'>;

/** Resolves the filters of a query. Rejects a currency that the shop does not show. */
export async function resolveFilter(ctx: Context, query: Asked): Promise<CatalogFilter> {
  const { currency = MAIN_CURRENCY, search = '', categories = [], vendorId, ids, priceMin, priceMax, inStock } = query;
  const { familyId, ratingMin = null, group = ctx.env.STORE_GROUP_FAMILIES ? 'family' : 'none' } = query;
  if (!isConfigured(currency, ctx.env))
    throw invalid('The query is not valid', { currency: 'is not a currency of this shop' });

  const terms = searchTerms(search);
  const found = await Promise.all(categories.map((idOrSlug) => findCategory(ctx, idOrSlug)));
  const price = {
    ...(priceMin !== undefined && { min: priceMin }),
    ...(priceMax !== undefined && { max: priceMax }),
  };
  return {
    currency,
    terms,
    isHopeless: search.trim() !== '' && terms.length === 0,
    categories: categories.length === 0 ? null : [...new Set(found.flatMap((node) => node?.id ?? []))].sort(),
    vendorIds: vendorId === undefined || vendorId.length === 0 ? null : vendorId.toSorted(),
    ids: ids ?? null,
    familyId: familyId ?? null,
    list: group === 'family' && ids === undefined && familyId === undefined ? 'card' : 'product',
    price: Object.keys(price).length === 0 ? null : price,
    inStock: inStock ?? false,
    ratingMin,
  };
}

/** Returns the filters for the index, without the one whose facet is counted. */
export function toSearchFilter(filter: CatalogFilter, without?: OwnFilter): SearchFilter {
  const { terms, isHopeless, categories, vendorIds, ids, familyId, list, price, inStock, currency, ratingMin } = filter;
  const facets = [
    [listFacet(list)],
    ...(familyId === null ? [] : [[familyFacet(familyId)]]),
    ...(isHopeless ? [[]] : []),
    ...(categories && without !== 'categories' ? [categories.map(categoryFacet)] : []),
    ...(vendorIds && without !== 'vendors' ? [vendorIds.map(vendorFacet)] : []),
    ...(inStock && without !== 'inStock' ? [[stockFacet(true)]] : []),
    ...(ratingMin !== null && without !== 'rating'
      ? [starCounts.filter((stars) => stars >= ratingMin).map(ratingFacet)]
      : []),
  ];
  return {
    ...(terms.length > 0 && { terms: terms.map(({ term }) => term) }),
    facets,
    ...(price && without !== 'price' && { ranges: [{ field: priceField(currency), ...price }] }),
    ...(ids && { ids }),
  };
}
