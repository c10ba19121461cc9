import type { Env } from '#lib/core/env/env.ts';
import { normalForm } from '#lib/core/normal-form.ts';
import { type Locale, locales } from '#lib/i18n/values.ts';
import type { SearchEntry, SearchFields } from '#lib/search/search-index.ts';
import { fold, indexTokens, vocabularyOf } from '#lib/search/terms.ts';
import { type ShownOption, shownOptions } from '#lib/store/families/option-texts.ts';
import { MAX_SHOWN_UNITS } from '#lib/store/limits.ts';
import { compareAtIn, currenciesOf, priceIn } from '#lib/store/products/currencies.ts';
import { allTexts, textsIn } from '#lib/store/products/product-texts.ts';
import type { Family } from '#lib/store/schemas/family.ts';
import type { Product } from '#lib/store/schemas/product.ts';
import type { CategoryTree } from './category-tree.ts';

/** The name of the index. */
export const CATALOG = 'products';

/** Names of facets and fields, for entries and for queries. */
export const categoryFacet = (id: string): string => `category:${id}`;
export const vendorFacet = (id: string): string => `vendor:${id}`;
export const familyFacet = (id: string): string => `family:${id}`;
/** Ratings by their average, rounded down. Products without reviews have none. */
export const ratingFacet = (stars: number): string => `rating:${stars}`;
/** `card` has one entry per family and one per single product, `product` one per product. */
export type CatalogList = 'card' | 'product';
export const listFacet = (list: CatalogList): string => `list:${list}`;
export const stockFacet = (isInStock: boolean): string => `stock:${isInStock ? 'yes' : 'no'}`;
export const priceField = (currency: string): string => `price_${currency}`;
export const nameField = (locale: Locale): string => `name_${locale}`;

/** The product fields that a list shows besides the ones it sorts by. */
export type Card = Pick<
  Product,
  'slug' | 'vendorId' | 'categoryIds' | 'fulfilment' | 'rating' | 'createdAt' | 'updatedAt'
> & {
  readonly title: string;
  /** Only those that differ from the base text. */
  readonly titles: Readonly<Partial<Record<Locale, string>>>;
  /** Earlier prices, only in the currencies in which they are above the price. */
  readonly compareAt: Readonly<Record<string, number>>;
  readonly image: Pick<Product['images'][number], 'url' | 'alt' | 'width' | 'height'> | null;
  /** Of a variant: its family, and its options in each language. */
  readonly familyId?: string;
  readonly options?: Readonly<Record<Locale, readonly ShownOption[]>>;
  /** Of a family: the member that represents it, its listed members in order, and their highest price per currency. */
  readonly family?: {
    readonly productId: string;
    readonly members: readonly { readonly id: string; readonly slug: string; readonly inStock: boolean }[];
    readonly highest: Readonly<Record<string, number>>;
  };
};

export type Indexable = {
  readonly id: string;
  readonly product: Product;
  readonly vendorName: string;
  readonly available: number;
  /** The family of a variant. */
  readonly family?: Family | undefined;
};

/** Returns the index entry of a listed product. */
export function entryOf(item: Indexable, tree: CategoryTree, env: Env): SearchEntry {
  const { id, product, available } = item;
  const { familyId } = product;
  const lists = familyId === null ? [listFacet('card')] : [familyFacet(familyId)];
  return {
    id,
    ...textsToFind([item], tree),
    facets: [
      ...categoriesAbove(product.categoryIds, tree).map(categoryFacet),
      ...[vendorFacet(product.vendorId), stockFacet(available > 0), listFacet('product'), ...lists],
      ...ratingFacetsOf(product.rating),
    ],
    fields: { ...fieldsOf(product, env), available: shownAvailable(available) },
    card: JSON.stringify(cardOf(item, env)),
  };
}

/** The texts of one field that the entry of a family holds: as many as the longest descriptions of one product. */
const MAX_TEXT = 80_000;

/** Returns what the text of these products is found by, each text once. */
export function textsToFind(items: readonly Indexable[], tree: CategoryTree): Pick<SearchEntry, 'terms' | 'words'> {
  const all = items.map(({ product }) => allTexts(product));
  const titles = bounded(all.flatMap((texts) => texts.titles));
  const beside = bounded(items.flatMap((item) => textsBeside(item, tree)));
  const descriptions = bounded(all.flatMap((texts) => texts.descriptions));
  return {
    terms: [
      { weight: 'A', tokens: indexTokens(...titles) },
      { weight: 'B', tokens: indexTokens(...beside) },
      { weight: 'C', tokens: indexTokens(...descriptions) },
    ],
    words: vocabularyOf(...titles, ...beside, ...descriptions),
  };
}

function textsBeside({ product, vendorName, family }: Indexable, tree: CategoryTree): string[] {
  const shown = categoriesAbove(product.categoryIds, tree).flatMap((step) => tree.byId.get(step) ?? []);
  const names = shown.filter(({ isHidden }) => !isHidden).flatMap(({ name }) => Object.values(name));
  const options = locales.flatMap((locale) => shownOptions(family, product.optionValues, locale));
  const values = [...product.attributes, ...options].map(({ value }) => value);
  return [...values, ...names, vendorName, product.sku ?? ''];
}

/** Returns different texts, as many as fit the bound. The texts of one product always fit. */
function bounded(texts: readonly string[]): string[] {
  let left = MAX_TEXT;
  return [...new Set(texts)].filter((text) => {
    left -= text.length;
    return left >= 0;
  });
}

export const shownAvailable = (available: number): number => Math.min(MAX_SHOWN_UNITS, Math.max(0, available));

/** Returns the categories a product is found under: its own and all above them. */
export const categoriesAbove = (ids: readonly string[], { byId }: CategoryTree): string[] => [
  ...new Set(ids.flatMap((id) => byId.get(id)?.path ?? [id])),
];

export function fieldsOf(product: Product, env: Env): SearchFields {
  const { rating, sold30d, createdAt } = product;
  return {
    newest: Date.parse(createdAt),
    rating: ratingOrder(rating),
    popular: sold30d,
    ...Object.fromEntries(locales.map((locale) => [nameField(locale), nameOrder(textsIn(product, locale).title)])),
    ...Object.fromEntries(currenciesOf(env).map((code) => [priceField(code), priceIn(product, code, env)])),
  };
}

/**
 * Five assumed average ratings are added to the real ones: a single good rating does not outrank a hundred nearly as
 * good.
 */
const IMAGINED = { sum: 17.5, count: 5 };

/**
 * Returns the value that lists by rating compare, in thousandths. Null for a product without ratings, which comes
 * last.
 */
export const ratingOrder = ({ sum, count }: Product['rating']): number | null =>
  count === 0 ? null : Math.round((1000 * (sum + IMAGINED.sum)) / (count + IMAGINED.count));

/** Returns the facet of a rating: none without reviews. */
export const ratingFacetsOf = ({ sum, count }: Product['rating']): string[] =>
  count === 0 ? [] : [ratingFacet(Math.floor(sum / count))];

/** Returns what lists show of a product. */
export function cardOf({ product, family }: Pick<Indexable, 'product' | 'family'>, env: Env): Card {
  const { familyId, optionValues } = product;
  const { slug, vendorId, categoryIds, fulfilment, rating, createdAt, updatedAt } = product;
  const [first] = product.images;
  const translated = locales
    .map((locale) => [locale, textsIn(product, locale).title] as const)
    .filter(([, title]) => title !== product.title);
  const earlier = currenciesOf(env).map((code) => [code, compareAtIn(product, code, env)] as const);
  return {
    slug,
    vendorId,
    categoryIds,
    fulfilment,
    rating,
    createdAt,
    updatedAt,
    title: product.title,
    titles: Object.fromEntries(translated),
    compareAt: Object.fromEntries(earlier.filter((pair): pair is readonly [string, number] => pair[1] !== null)),
    image: first ? { url: first.url, alt: first.alt, width: first.width, height: first.height } : null,
    ...(familyId !== null && { familyId, options: inEachLanguage((to) => shownOptions(family, optionValues, to)) }),
  };
}

const inEachLanguage = <T>(textsOf: (locale: Locale) => T): Readonly<Record<Locale, T>> =>
  Object.fromEntries(locales.map((locale) => [locale, textsOf(locale)])) as Record<Locale, T>;

/** Sorts after every other Cyrillic letter, so that і comes after all words in и and before those in й. */
const AFTER = '\u052f';
/** Letters whose place in the alphabet differs from their code point: each sorts right after the given letter. */
const places: Readonly<Record<string, string>> = { ґ: 'г', є: 'е', ё: 'е', і: 'и', ї: `и${AFTER}` };

const placed = (letter: string): string => (letter in places ? `${places[letter]}${AFTER}` : fold(letter));

/**
 * Returns a title as lists by name compare it: without case and accents, Ukrainian letters in the order of their
 * alphabet.
 */
export const nameOrder = (title: string): string =>
  Array.from(normalForm(title, 'NFKC').toLowerCase(), placed).join('');
