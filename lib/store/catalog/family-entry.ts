import type { Env } from '#lib/core/env/env.ts';
import type { SearchEntry } from '#lib/search/search-index.ts';
import { currenciesOf, MAIN_CURRENCY, priceIn } from '#lib/store/products/currencies.ts';
import type { Product } from '#lib/store/schemas/product.ts';
import {
  type Card,
  cardOf,
  categoriesAbove,
  categoryFacet,
  fieldsOf,
  type Indexable,
  listFacet,
  ratingFacetsOf,
  ratingOrder,
  shownAvailable,
  stockFacet,
  textsToFind,
  vendorFacet,
} from './catalog-entry.ts';
import type { CategoryTree } from './category-tree.ts';

/** A family as its entry shows it. */
export type IndexableFamily = {
  readonly id: string;
  /** The listed members, in their order. */
  readonly members: readonly Indexable[];
  /** The ratings of all members, listed or not: their reviews stay on the page. */
  readonly rating: Product['rating'];
};

/** Returns the ratings of several products as one. */
export const sharedRating = (products: readonly (Product | undefined)[]): Product['rating'] => ({
  sum: products.reduce((sum, product) => sum + (product?.rating.sum ?? 0), 0),
  count: products.reduce((count, product) => count + (product?.rating.count ?? 0), 0),
});

/**
 * Returns the index entry of a family; null without a listed member. It shows and is priced as its representative, and is
 * found by the texts and categories of all listed members.
 */
export function familyEntryOf(
  { id, members, rating }: IndexableFamily,
  tree: CategoryTree,
  env: Env,
): SearchEntry | null {
  const shown = representativeOf(members, env);
  if (!shown) return null;
  const { product, available } = shown;
  const createdAt = members.map((member) => member.product.createdAt).toSorted()[0] ?? product.createdAt;
  const categories = new Set(members.flatMap((member) => categoriesAbove(member.product.categoryIds, tree)));
  const card: Card = {
    ...cardOf(shown, env),
    ...{ rating, createdAt },
    family: {
      productId: shown.id,
      members: members.map(({ id: member, product: { slug }, available: units }) => ({
        ...{ id: member, slug, inStock: units > 0 },
      })),
      highest: highestPrices(members, env),
    },
  };
  return {
    id,
    ...textsToFind(members, tree),
    facets: [
      ...[...categories].map(categoryFacet),
      ...[vendorFacet(product.vendorId), stockFacet(available > 0), listFacet('card')],
      ...ratingFacetsOf(rating),
    ],
    fields: {
      ...fieldsOf(product, env),
      newest: Date.parse(createdAt),
      rating: ratingOrder(rating),
      popular: totalOf(members, (member) => member.product.sold30d),
      available: shownAvailable(available),
    },
    card: JSON.stringify(card),
  };
}

/** Returns the cheapest member in stock, otherwise the cheapest. Of equal ones the first. */
function representativeOf(members: readonly Indexable[], env: Env): Indexable | undefined {
  const inStock = members.filter(({ available }) => available > 0);
  const priceOf = ({ product }: Indexable): number => priceIn(product, MAIN_CURRENCY, env) ?? Number.POSITIVE_INFINITY;
  const choice = inStock.length > 0 ? inStock : members;
  return choice.toSorted((a, b) => priceOf(a) - priceOf(b))[0];
}

const highestPrices = (members: readonly Indexable[], env: Env): Readonly<Record<string, number>> =>
  Object.fromEntries(
    currenciesOf(env).map((code) => [
      code,
      Math.max(...members.map(({ product }) => priceIn(product, code, env) ?? 0)),
    ]),
  );

const totalOf = (members: readonly Indexable[], numberOf: (member: Indexable) => number): number =>
  members.reduce((sum, member) => sum + numberOf(member), 0);
