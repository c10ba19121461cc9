import type { Context } from '#lib/context/context.ts';
import { CATALOG, type Card } from '#lib/store/catalog/catalog-entry.ts';
import { ProductFamilies } from '#lib/store/collections.ts';
import type { PublicProduct } from '#lib/store/schemas/catalog.ts';
import type { Family, FamilyMember } from '#lib/store/schemas/family.ts';
import type { Product } from '#lib/store/schemas/product.ts';
import { optionName, type ShownOption, shownOptions, valueLabel } from './option-texts.ts';

/** A member that the catalog lists. */
type ListedMember = FamilyMember & { readonly slug: string; readonly inStock: boolean };
type Current = { readonly id: string; readonly product: Product; readonly inStock: boolean };

export type FamilyOnPage = {
  readonly options: ShownOption[];
  readonly family: NonNullable<PublicProduct['family']>;
  /** The ratings of all members. Null until the family is indexed. */
  readonly rating: Product['rating'] | null;
};

/**
 * Returns the options of a variant as its page offers them; null for a single product. What the other members are like
 * comes from the catalog's index, so it is at most two seconds old.
 */
export async function findFamilyOnPage(ctx: Context, { id, product, inStock }: Current): Promise<FamilyOnPage | null> {
  const { familyId, optionValues } = product;
  if (familyId === null) return null;
  const [row, card] = await Promise.all([ctx.data.get(ProductFamilies, familyId), findCard(ctx, familyId)]);
  if (!row) return null;
  const family = row.data;
  const known = new Map((card?.family?.members ?? []).map((member) => [member.id, member]));
  known.set(id, { id, slug: product.slug, inStock });
  const listed = family.members.flatMap((member) => {
    const found = known.get(member.productId);
    return found ? [{ ...member, slug: found.slug, inStock: found.inStock }] : [];
  });
  return {
    options: shownOptions(family, optionValues, ctx.locale),
    family: { id: familyId, options: choicesOf(family, listed, optionValues, ctx.locale) },
    rating: card?.rating ?? null,
  };
}

/** Returns the card of a family, or undefined until it is indexed. */
async function findCard({ search }: Context, familyId: string): Promise<Card | undefined> {
  const sort = { field: 'newest', direction: 'asc' } as const;
  const { hits } = await search.search(CATALOG, { ids: [familyId], sort, limit: 1 });
  return hits[0] && (JSON.parse(hits[0].card) as Card);
}

/** Returns every value of each option with the member that it leads to from a combination. */
export function choicesOf(
  { options }: Pick<Family, 'options'>,
  listed: readonly ListedMember[],
  current: readonly string[],
  locale: Context['locale'],
): NonNullable<PublicProduct['family']>['options'] {
  return options.map((option, at) => ({
    name: optionName(option, locale),
    values: option.values.map((known) => {
      const target = nearest(
        listed.filter(({ values }) => values[at] === known.value),
        current,
      );
      return {
        value: known.value,
        label: valueLabel(known, locale),
        productId: target?.productId ?? null,
        slug: target?.slug ?? null,
        inStock: target?.inStock ?? false,
      };
    }),
  }));
}

/** Returns the member with the most values in common with a combination. Of equal ones the first. */
function nearest(members: readonly ListedMember[], current: readonly string[]): ListedMember | undefined {
  const shared = ({ values }: ListedMember): number => values.filter((value, at) => value === current[at]).length;
  return members.toSorted((a, b) => shared(b) - shared(a))[0];
}
