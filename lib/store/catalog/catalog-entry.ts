import type { Env } from '#lib/core/env/env.ts';
import { normalForm } from '#lib/core/normal-form.ts';
import { type Locale, locales } from '#lib/i18n/values.ts';
import type { SearchEntry, SearchFields } from '#lib/search/search-index.ts';
import { fold, indexTokens, vocabularyOf } from '#lib/search/terms.ts';
import { MAX_SHOWN_UNITS } from '#lib/store/limits.ts';
import { compareAtIn, currenciesOf, priceIn } from '#lib/store/products/currencies.ts';
import { allTexts, textsIn } from '#lib/store/products/product-texts.ts';
import type { Product } from '#lib/store/schemas/product.ts';
import type { CategoryTree } from './category-tree.ts';

/** The name of the index. */
export const CATALOG = 'products';

/** Names of facets and fields, for entries and for queries. */
export const categoryFacet = (id: string): string => `category:${id}`;
export const vendorFacet = (id: string): string => `vendor:${id}`;
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
};

export type Indexable = {
  readonly id: string;
  readonly product: Product;
  readonly vendorName: string;
  readonly available: number;
};

/** Returns the index entry of a listed product. */
export function entryOf({ id, product, vendorName, available }: Indexable, tree: CategoryTree, env: Env): SearchEntry {
  const path = categoriesAbove(product.categoryIds, tree);
  const { titles, descriptions } = allTexts(product);
  const shown = path.flatMap((step) => tree.byId.get(step) ?? []).filter(({ isHidden }) => !isHidden);
  const names = shown.flatMap(({ name }) => Object.values(name));
  const beside = [...product.attributes.map(({ value }) => value), ...names, vendorName, product.sku ?? ''];
  return {
    id,
    terms: [
      { weight: 'A', tokens: indexTokens(...titles) },
      { weight: 'B', tokens: indexTokens(...beside) },
      { weight: 'C', tokens: indexTokens(...descriptions) },
    ],
    words: vocabularyOf(...titles, ...beside, ...descriptions),
    facets: [...path.map(categoryFacet), vendorFacet(product.vendorId), stockFacet(available > 0)],
    fields: { ...fieldsOf(product, env), available: shownAvailable(available) },
    card: JSON.stringify(cardOf(product, env)),
  };
}

export const shownAvailable = (available: number): number => Math.min(MAX_SHOWN_UNITS, Math.max(0, available));

/** Returns the categories a product is found under: its own and all above them. */
const categoriesAbove = (ids: readonly string[], { byId }: CategoryTree): string[] => [
  ...new Set(ids.flatMap((id) => byId.get(id)?.path ?? [id])),
];

function fieldsOf(product: Product, env: Env): SearchFields {
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
const ratingOrder = ({ sum, count }: Product['rating']): number | null =>
  count === 0 ? null : Math.round((1000 * (sum + IMAGINED.sum)) / (count + IMAGINED.count));

function cardOf(product: Product, env: Env): Card {
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
  };
}

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
