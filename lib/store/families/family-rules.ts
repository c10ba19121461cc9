import type { Family, FamilyMember, FamilyOption } from '#lib/store/schemas/family.ts';
import type { Product } from '#lib/store/schemas/product.ts';

type Flaws = Readonly<Record<string, string>>;
type Ruled = Pick<Family, 'options' | 'members'>;

const isRepeated = (texts: readonly string[]): boolean =>
  new Set(texts.map((text) => text.toLowerCase())).size < texts.length;

/** Identifies a combination of values. JSON keeps values with commas apart. */
export const combinationOf = (values: readonly string[]): string => JSON.stringify(values);

/** Returns what is wrong with the options and the members of a family, by field. */
export function flawsOfFamily({ options, members }: Ruled): Flaws {
  const wrongOptions = flawOfOptions(options);
  if (wrongOptions !== null) return { options: wrongOptions };
  const wrongMembers = flawOfMembers(options, members);
  return wrongMembers === null ? {} : { members: wrongMembers };
}

function flawOfOptions(options: readonly FamilyOption[]): string | null {
  if (isRepeated(options.map(({ name }) => name))) return 'names an option twice';
  const repeating = options.find(({ values }) => isRepeated(values.map(({ value }) => value)));
  return repeating ? `names a value of ${repeating.name} twice` : null;
}

function flawOfMembers(options: readonly FamilyOption[], members: readonly FamilyMember[]): string | null {
  if (new Set(members.map(({ productId }) => productId)).size < members.length) return 'names a product twice';
  const stray = members.find(({ values }) => !fits(options, values));
  if (stray) return `must give ${stray.productId} one value of each option`;
  const combinations = new Set(members.map(({ values }) => combinationOf(values)));
  return combinations.size < members.length ? 'gives two products the same values' : null;
}

const fits = (options: readonly FamilyOption[], values: readonly string[]): boolean =>
  values.length === options.length &&
  options.every((option, at) => option.values.some(({ value }) => value === values[at]));

type Joining = Pick<Product, 'vendorId' | 'fulfilment'>;

/** Returns what keeps these products from being one family, by field. Undefined stands for a missing product. */
export function flawsOfProducts(vendorId: string, products: readonly (Joining | undefined)[]): Flaws {
  if (products.some((product) => product?.vendorId !== vendorId))
    return { members: 'contains a product that does not exist' };
  const kinds = new Set(products.map((product) => product?.fulfilment));
  return kinds.size > 1 ? { members: 'must all be physical or all be digital' } : {};
}
