import type { Context, UserContext } from '#lib/context/context.ts';
import { invalid } from '#lib/core/errors.ts';
import { ID_PATTERN } from '#lib/core/id-pattern.ts';
import type { SearchFilter, SearchHit, SearchRequest } from '#lib/search/search-index.ts';
import { searchTerms } from '#lib/search/terms.ts';
import { categoryFacet, vendorFacet } from '#lib/store/catalog/catalog-entry.ts';
import { Products } from '#lib/store/collections.ts';
import type { OwnProductPage, OwnProductSort, OwnProductsQuery } from '#lib/store/schemas/own-products.ts';
import { type Acting, vendorIdFor } from '#lib/store/vendors/acting-vendor.ts';
import { familyFacet, LOW_FACET, OWN_PRODUCTS, statusFacet } from './own-products-index.ts';
import { treeKnowing } from './product-fields.ts';
import { countOwnProducts, type OwnFilter, ownProductsChangedLast } from './queries.ts';
import { toVendorProducts } from './vendor-product.ts';

/** Up to this many products of a vendor are counted in the store. */
export const COUNTED_BY_ROW = 500;

/**
 * Lists the products of a vendor, drafts included. A plain list reads the store. Searches, filters by stock, category
 * or family, and other orders than the last change read an index that is at most two seconds old.
 */
export async function listOwnProducts(
  ctx: UserContext,
  acting: Acting,
  query: OwnProductsQuery,
): Promise<OwnProductPage> {
  const vendorId = await vendorIdFor(ctx, acting, query.vendorId);
  return needsIndex(query) ? searchProducts(ctx, [vendorId], query) : readOwn(ctx, vendorId, query);
}

/** Returns how many products of a vendor run low. The index that counts them is at most two seconds old. */
export async function countLowStock({ search }: Pick<Context, 'search'>, vendorId: string): Promise<number> {
  const filter: SearchFilter = { facets: [[vendorFacet(vendorId)], [LOW_FACET]] };
  return (await search.facets(OWN_PRODUCTS, filter, { prefixes: [], ranges: [] })).total;
}

const needsIndex = ({ search = '', category, familyId, lowStock, sortBy }: OwnProductsQuery): boolean =>
  search !== '' || category !== undefined || familyId !== undefined || lowStock === true || sortBy !== 'updated';

async function readOwn(
  ctx: UserContext,
  vendorId: string,
  { status, limit, cursor }: OwnProductsQuery,
): Promise<OwnProductPage> {
  if (cursor?.startsWith(PREFIX)) throw badCursor('belongs to another order');
  const filter = { vendorId, ...(status && { status }) };
  const page = await ctx.data.find(ownProductsChangedLast(filter, limit, cursor));
  const isWhole = cursor === undefined && page.next === null;
  const [products, total] = await Promise.all([
    toVendorProducts(ctx, page.rows),
    isWhole ? page.rows.length : countOwn(ctx, filter),
  ]);
  return { products, total, nextCursor: page.next };
}

/**
 * Counts the products of a vendor. The store counts row by row, so that above a bound the count is that of the index,
 * if the index counts exactly. The cost then does not grow with the number of products.
 */
async function countOwn({ data, search }: Pick<Context, 'data' | 'search'>, filter: OwnFilter): Promise<number> {
  const { vendorId, status } = filter;
  const counted = await data.count(countOwnProducts(filter).limit(COUNTED_BY_ROW));
  if (counted < COUNTED_BY_ROW) return counted;
  const facets = [[vendorFacet(vendorId)], ...(status ? [[statusFacet(status)]] : [])];
  const { exact, total } = await search.facets(OWN_PRODUCTS, { facets }, { prefixes: [], ranges: [] });
  return exact ? Math.max(counted, total) : data.count(countOwnProducts(filter));
}

/** Finds products of these vendors, or of all with null, in the index. The caller decides who may see them. */
export async function searchProducts(
  ctx: Context,
  vendorIds: readonly string[] | null,
  query: Omit<OwnProductsQuery, 'vendorId'>,
): Promise<OwnProductPage> {
  const filter = await filterOf(ctx, vendorIds, query);
  const after = query.cursor === undefined ? undefined : placeOf(query.sortBy, query.cursor);
  const [{ hits, more }, counted] = await Promise.all([
    ctx.search.search(OWN_PRODUCTS, {
      ...filter,
      sort: orders[query.sortBy],
      limit: query.limit,
      ...(after && { after }),
    }),
    ctx.search.facets(OWN_PRODUCTS, filter, { prefixes: [], ranges: [] }),
  ]);
  const rows = await ctx.data.getMany(
    Products,
    hits.map(({ id }) => id),
  );
  const last = hits.at(-1);
  return {
    products: await toVendorProducts(
      ctx,
      rows.filter((row) => row !== undefined),
    ),
    total: counted.total,
    nextCursor: more && last ? cursorOf(query.sortBy, last) : null,
  };
}

async function filterOf(
  ctx: Context,
  vendorIds: readonly string[] | null,
  { search = '', status, category, familyId, lowStock }: OwnProductsQuery,
): Promise<SearchFilter> {
  const terms = searchTerms(search);
  const node = category === undefined ? null : (await treeKnowing(ctx, [category])).find(category);
  // A search without a word, or an unknown category, matches nothing: a group without facets does not either.
  const isHopeless = (search !== '' && terms.length === 0) || (category !== undefined && node === null);
  return {
    ...(terms.length > 0 && { terms: terms.map(({ term }) => term) }),
    facets: [
      ...(vendorIds ? [vendorIds.map(vendorFacet)] : []),
      ...(isHopeless ? [[]] : []),
      ...(status ? [[statusFacet(status)]] : []),
      ...(node ? [[categoryFacet(node.id)]] : []),
      ...(familyId === undefined ? [] : [[familyFacet(familyId)]]),
      ...(lowStock ? [[LOW_FACET]] : []),
    ],
  };
}

const orders: Readonly<Record<OwnProductSort, Exclude<SearchRequest['sort'], 'relevance'>>> = {
  updated: { field: 'updated', direction: 'desc' },
  title: { field: 'title', direction: 'asc' },
  stock: { field: 'stock', direction: 'asc' },
  price: { field: 'price', direction: 'asc' },
};

const PREFIX = 'own_';

const cursorOf = (sort: OwnProductSort, { value, id }: SearchHit): string =>
  PREFIX + Buffer.from(JSON.stringify([sort, value, id])).toString('base64url');

/** Returns the values after which a page begins, so that a product that changes shifts no other one. */
function placeOf(sort: OwnProductSort, cursor: string): NonNullable<SearchRequest['after']> {
  const [name, value, id] = cursor.startsWith(PREFIX) ? partsOf(cursor.slice(PREFIX.length)) : [];
  if (typeof id !== 'string' || !ID_PATTERN.test(id)) throw badCursor('is not a valid cursor');
  if (name !== sort) throw badCursor('belongs to another order');
  if (value !== null && typeof value !== (sort === 'title' ? 'string' : 'number'))
    throw badCursor('is not a valid cursor');
  return { value: value as string | number | null, id };
}

function partsOf(text: string): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}

const badCursor = (why: string) => invalid('The query is not valid', { cursor: why });
