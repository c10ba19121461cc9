import type { Context } from '#lib/context/context.ts';
import type { SearchHit } from '#lib/search/search-index.ts';
import type { ListedProduct, VendorRef } from '#lib/store/schemas/catalog.ts';
import type { Product } from '#lib/store/schemas/product.ts';
import { approvedVendors, freshApprovedVendors } from '#lib/store/vendors/vendors.ts';
import { CATALOG, type Card, priceField } from './catalog-entry.ts';
import { categoryRefs, categoryTree } from './categories.ts';

/** The most ids in one search. */
const IDS_AT_ONCE = 50;

/**
 * Returns hits of the index as a list shows them, in the caller's language. Products of a vendor that was just
 * suspended are left out.
 */
export async function toListed(ctx: Context, hits: readonly SearchHit[], currency: string): Promise<ListedProduct[]> {
  // The card is this domain's own text, written by `entryOf`.
  const cards = hits.map(({ card }) => JSON.parse(card) as Card);
  const [tree, vendors, families] = await Promise.all([
    categoryTree(ctx),
    vendorsOf(ctx, cards),
    familyCardsOf(ctx, cards),
  ]);

  return hits.flatMap(({ id, fields }, i): ListedProduct[] => {
    const card = cards[i];
    const vendor = card && vendors.get(card.vendorId);
    const priceMinor = fields[priceField(currency)];
    if (!card || !vendor || typeof priceMinor !== 'number') return [];
    const available = Number(fields.available ?? 0);
    return [
      {
        id: card.family?.productId ?? id,
        slug: card.slug,
        title: card.titles[ctx.locale] ?? card.title,
        priceMinor,
        currency,
        compareAtMinor: card.compareAt[currency] ?? null,
        image: card.image,
        categories: categoryRefs(tree, card.categoryIds, ctx.locale),
        vendor,
        rating: shownRating(card.rating),
        inStock: available > 0,
        available,
        fulfilment: card.fulfilment,
        createdAt: card.createdAt,
        options: [...(card.options?.[ctx.locale] ?? [])],
        family: shownFamily(card, families.get(card.familyId ?? ''), currency),
      },
    ];
  });
}

/** Returns the family of a card: its own, or the one whose entry was read for it. */
function shownFamily({ familyId, family: own }: Card, read: Card['family'], currency: string): ListedProduct['family'] {
  const family = own ?? read;
  return familyId === undefined || !family
    ? null
    : { id: familyId, count: family.members.length, priceMaxMinor: family.highest[currency] ?? 0 };
}

/** Reads the entries of families whose variants are listed one by one. */
async function familyCardsOf(
  { search }: Context,
  cards: readonly Card[],
): Promise<ReadonlyMap<string, Card['family']>> {
  const ids = [...new Set(cards.flatMap(({ familyId, family }) => (family ? [] : (familyId ?? []))))];
  const sort = { field: 'newest', direction: 'asc' } as const;
  const chunks = Array.from({ length: Math.ceil(ids.length / IDS_AT_ONCE) }, (_, n) =>
    ids.slice(n * IDS_AT_ONCE, (n + 1) * IDS_AT_ONCE),
  );
  const pages = await Promise.all(
    chunks.map((chunk) => search.search(CATALOG, { ids: chunk, sort, limit: IDS_AT_ONCE })),
  );
  return new Map(pages.flatMap(({ hits }) => hits.map(({ id, card }) => [id, (JSON.parse(card) as Card).family])));
}

/** Returns an average with one decimal for display. */
export const shownRating = ({ sum, count }: Product['rating']) => ({
  average: count === 0 ? null : Math.round((10 * sum) / count) / 10,
  count,
});

/** Returns the approved vendors. Reads them again when a card names one that was just approved. */
async function vendorsOf(ctx: Context, cards: readonly Card[]): Promise<ReadonlyMap<string, VendorRef>> {
  const { byId } = await approvedVendors(ctx);
  return cards.every(({ vendorId }) => byId.has(vendorId)) ? byId : (await freshApprovedVendors(ctx)).byId;
}
