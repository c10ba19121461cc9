import 'server-only';
import { cookies } from 'next/headers';
import { cache } from 'react';
import { chosenCurrency } from '#app/(shop)/chosen-currency.ts';
import { pageOrFirst } from '#app/page-or-first.ts';
import type { Context } from '#lib/context/context.ts';
import { digitsOf, minorOf } from '#lib/i18n/money-text.ts';
import { listProducts } from '#lib/store/catalog/catalog.ts';
import { findCategory, toCategoryRef } from '#lib/store/catalog/categories.ts';
import type { CategoryRef, VendorRef } from '#lib/store/schemas/catalog.ts';
import { type SortKey, sortKeys } from '#lib/store/values.ts';
import { approvedVendors } from '#lib/store/vendors/vendors.ts';
import { type CatalogState, inCurrency, PAGE_SIZE, readCatalog, shelfOf } from '#lib/web/catalog/catalog-url.ts';
import { SORT_COOKIE } from '#lib/web/cookies.ts';

type Params = Awaited<PageProps<'/products'>['searchParams']>;

/** Reads the catalog page of an address, or the list of a seller's page. The title and the page share one read. */
export const openCatalog = async (ctx: Context, params: Params, vendor: VendorRef | null = null) =>
  openOnce(ctx, JSON.stringify(params), vendor);

const openOnce = cache(async (ctx: Context, params: string, vendor: VendorRef | null) => {
  const jar = await cookies();
  const asked = readCatalog(JSON.parse(params), vendor?.slug);
  const currency = await chosenCurrency(ctx, asked.currency);
  const sortBy = sortOf(asked, jar.get(SORT_COOKIE)?.value);
  const state = inCurrency({ ...asked, currency: asked.currency && currency }, currency);

  const query = {
    ...toFilter(state, currency),
    ...(vendor && { vendorId: [vendor.id] }),
    ...(state.vendors.length > 0 && { vendorId: await vendorIdsOf(ctx, state.vendors) }),
    currency,
    sortBy,
    limit: PAGE_SIZE * state.pages,
  };
  // With a cursor of another order or currency, or of a deleted product, the list starts at its beginning.
  return pageOrFirst(state.afterId ?? undefined, async (afterId) => ({
    state: { ...state, afterId: afterId ?? null },
    sortBy,
    page: await listProducts(ctx, { ...query, afterId }),
  }));
});

/** Returns the category of a list that only a category narrows. Null for any other list. */
export async function openShelf(ctx: Context, state: CatalogState): Promise<CategoryRef | null> {
  const asked = shelfOf(state);
  const category = asked === null ? null : await findCategory(ctx, asked);
  return category && toCategoryRef(category, ctx.locale);
}

/** Returns the ids of sellers by their slugs. An unknown slug stays, and matches nothing. */
async function vendorIdsOf(ctx: Context, slugs: readonly string[]): Promise<string[]> {
  const { byId } = await approvedVendors(ctx);
  const ids = new Map([...byId.values()].map(({ id, slug }) => [slug, id]));
  return slugs.map((slug) => ids.get(slug) ?? slug);
}

function sortOf({ search, sortBy }: CatalogState, remembered: string | undefined): SortKey {
  const usual = search ? 'relevance' : (sortKeys.find((key) => key === remembered) ?? 'newest');
  const key = sortBy ?? usual;
  return key === 'relevance' && !search ? 'newest' : key;
}

function toFilter({ search, categories, min, max, inStock, rating }: CatalogState, currency: string) {
  const digits = digitsOf(currency);
  const bounds = [min, max].map((text) => (text === '' ? null : minorOf(text, digits)));
  const [least = null, most = null] = bounds;
  // Two bounds in the wrong order are still a range.
  const [low, high] = least !== null && most !== null && least > most ? [most, least] : [least, most];
  return {
    ...(search && { search }),
    ...(categories.length > 0 && { categories: [...categories] }),
    ...(inStock && { inStock }),
    ...(rating !== null && { ratingMin: rating }),
    ...(low !== null && { priceMin: low }),
    ...(high !== null && { priceMax: high }),
  };
}
