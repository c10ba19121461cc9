import { digitsOf, minorOf } from '#lib/i18n/money-text.ts';
import { type SortKey, sortKeys } from '#lib/store/values.ts';

/** How many products a page of the catalog begins with, and how many times it may grow before the next page. */
export const PAGE_SIZE = 24;
export const MAX_GROWTH = 4;

/** The state in the address of the catalog. Amounts are as typed: whole units, not minor ones. */
export type CatalogState = {
  /** The slug of the seller whose page shows the list. Null for the catalog of all. */
  readonly vendor: string | null;
  readonly search: string;
  readonly categories: readonly string[];
  /** The slugs of sellers that narrow the catalog of all. */
  readonly vendors: readonly string[];
  readonly min: string;
  readonly max: string;
  readonly inStock: boolean;
  /** The average rating at least. Null for any. */
  readonly rating: number | null;
  readonly sortBy: SortKey | null;
  readonly currency: string | null;
  readonly afterId: string | null;
  /** How many page sizes are shown. "Show more" is an address too, so that Back restores the whole list. */
  readonly pages: number;
};

type Params = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Categories, and likewise sellers. */
const MAX_CHOSEN = 20;
const amount = /^\d{1,9}(?:[.,]\d{1,3})?$/;
const idLike = /^[A-Za-z0-9_-]{1,128}$/;
const cursorLike = /^[A-Za-z0-9_-]{1,2000}$/;

/** Parses the address of the catalog, or of a seller's page, leniently: invalid parts are ignored. */
export function readCatalog(params: Params, vendor: string | null = null): CatalogState {
  const textOf = (name: string) => [params[name]].flat()[0]?.trim() ?? '';
  const bound = (name: string) => amount.exec(withoutBlanks(textOf(name)))?.[0] ?? '';
  const chosen = (name: string) => {
    const slugs = [params[name]].flat().flatMap((text) => text?.split(',') ?? []);
    return [...new Set(slugs.filter((slug) => idLike.test(slug)))].slice(0, MAX_CHOSEN);
  };
  const pages = Number(textOf('pages'));
  return {
    vendor,
    search: textOf('search').slice(0, 200),
    categories: chosen('categories'),
    vendors: vendor === null ? chosen('vendors') : [],
    min: bound('min'),
    max: bound('max'),
    inStock: textOf('inStock') === 'true',
    rating: /^[1-5]$/.test(textOf('rating')) ? Number(textOf('rating')) : null,
    sortBy: sortKeys.find((key) => key === textOf('sortBy')) ?? null,
    currency: /^[A-Z]{3}$/.test(textOf('currency')) ? textOf('currency') : null,
    afterId: cursorLike.test(textOf('afterId')) ? textOf('afterId') : null,
    pages: Number.isInteger(pages) && pages >= 1 && pages <= MAX_GROWTH ? pages : 1,
  };
}

/** Removes blanks. People separate thousands with blanks, and copied text has no-break ones. */
export const withoutBlanks = (typed: string): string => typed.replaceAll(/\s/g, '');

/** Returns the state for a currency. A bound finer than its smallest coin is ignored. */
export function inCurrency(state: CatalogState, currency: string): CatalogState {
  const meant = (bound: string) => (minorOf(bound, digitsOf(currency)) === null ? '' : bound);
  return { ...state, min: meant(state.min), max: meant(state.max) };
}

/**
 * Returns the address of a state without default values. Any other change than of the position starts at the first
 * page.
 */
export function catalogPath(state: Partial<CatalogState>): CatalogPath {
  const page = state.vendor ? (`/vendors/${state.vendor}` as const) : '/products';
  const query = new URLSearchParams();
  if (state.search) query.set('search', state.search);
  if (state.categories?.length) query.set('categories', state.categories.join(','));
  if (state.vendors?.length && !state.vendor) query.set('vendors', state.vendors.join(','));
  if (state.min) query.set('min', state.min);
  if (state.max) query.set('max', state.max);
  if (state.inStock) query.set('inStock', 'true');
  if (state.rating) query.set('rating', String(state.rating));
  if (state.sortBy) query.set('sortBy', state.sortBy);
  if (state.currency) query.set('currency', state.currency);
  if (state.afterId) query.set('afterId', state.afterId);
  if (state.pages && state.pages > 1) query.set('pages', String(state.pages));
  const text = query.toString().replaceAll('%2C', ',');
  return text === '' ? page : `${page}?${text}`;
}

type ListPage = '/products' | `/vendors/${string}`;
export type CatalogPath = ListPage | `${ListPage}?${string}`;

/**
 * Returns the category of a list that only a category narrows, or null. Search engines index such a list as a page of
 * its own.
 */
export const shelfOf = (state: CatalogState): string | null =>
  filtersOn(state) === 1 ? (state.categories[0] ?? null) : null;

/** Returns the state of a submitted catalog form, at its first page. */
export const catalogOfForm = (form: FormData): CatalogState => {
  const params: Record<string, string[]> = {};
  for (const [name, value] of form) if (typeof value === 'string') params[name] = [...(params[name] ?? []), value];
  return { ...readCatalog(params), afterId: null, pages: 1 };
};

/** Returns how many filters narrow the list. Each can be removed separately. */
export const filtersOn = ({ categories, vendors, min, max, inStock, rating, search }: CatalogState): number =>
  categories.length + vendors.length + (min || max ? 1 : 0) + (inStock ? 1 : 0) + (rating ? 1 : 0) + (search ? 1 : 0);
