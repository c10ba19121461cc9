import { conflict, invalid } from '#lib/core/errors.ts';
import { enqueue } from '#lib/data/outbox.ts';
import type { Reader, Row, Writer } from '#lib/data/store.ts';
import { catalogIndexManyTopic, promiseFamily } from '#lib/store/catalog/topics.ts';
import { ProductFamilies, Products } from '#lib/store/collections.ts';
import { planRegrouping } from '#lib/store/reviews/regroup-reviews.ts';
import type { Family, FamilyMember } from '#lib/store/schemas/family.ts';
import type { Product } from '#lib/store/schemas/product.ts';
import { combinationOf, flawsOfFamily, flawsOfProducts } from './family-rules.ts';

type Written = Pick<Family, 'vendorId' | 'options' | 'members'>;

/** A family before and after a change. Null where it does not exist; a family without members is deleted. */
export type FamilyChange = {
  readonly id: string;
  readonly before: Family | null;
  readonly after: Written | null;
  /** Members that the same transaction creates. */
  readonly created?: ReadonlyMap<string, Product>;
};

/** What a change writes, and the members as they are then. */
export type PlannedFamily = {
  readonly family: Family | null;
  readonly products: ReadonlyMap<string, Product>;
  /** The title of its first product, by which its vendor knows it. */
  readonly title: string;
  write(write: Writer): void;
};

/**
 * Reads the products of a changed family and returns what writes both sides: the family, and the family and values of
 * each product that joins, leaves or gets other values. Throws 400 for a broken rule and InOtherFamily for a member of
 * another family.
 */
export async function planFamily(
  t: Reader,
  { id, before, after, created = new Map() }: FamilyChange,
  now: Date,
): Promise<PlannedFamily> {
  const members = after?.members ?? [];
  const flaws = after && members.length > 0 ? flawsOfFamily(after) : {};
  if (Object.keys(flaws).length > 0) throw invalid('The family is not valid', flaws);

  const products = await productsOf(t, [...(before?.members ?? []), ...members], created);
  if (after) assertMayBelong(id, after, before, products);
  const at = now.toISOString();
  const moved = movedProducts(id, { before, members }, products, at);
  const regroup = await planRegrouping(t, regroupedOf(moved, products, created), now);
  const family: Family | null =
    after && members.length > 0
      ? { ...after, version: (before?.version ?? 0) + 1, createdAt: before?.createdAt ?? at, updatedAt: at }
      : null;
  const hasOptionsChanged = JSON.stringify(before?.options) !== JSON.stringify(family?.options);
  // The entries of members hold the names of their options.
  const reindexed = hasOptionsChanged ? [...products.keys()] : [...new Set([...moved.keys(), ...created.keys()])];
  return {
    family,
    products: new Map(
      members.flatMap(({ productId }) => pairOf(productId, moved.get(productId) ?? products.get(productId))),
    ),
    title: [...products.values()][0]?.title ?? '',
    write(write) {
      if (family) write.set(ProductFamilies, id, family);
      else if (before) write.delete(ProductFamilies, id);
      for (const [productId, product] of moved) {
        if (created.has(productId)) continue;
        const { familyId, optionValues } = product;
        write.update(Products, productId, { familyId, optionValues, updatedAt: at });
      }
      regroup(write);
      if (reindexed.length > 0) enqueue(write, catalogIndexManyTopic, { productIds: reindexed }, { now });
      promiseFamily(write, id, now);
    },
  };
}

/** Returns which known products join or leave a family. */
const regroupedOf = (
  moved: ReadonlyMap<string, Product>,
  products: ReadonlyMap<string, Product>,
  created: ReadonlyMap<string, Product>,
) =>
  [...moved].flatMap(([productId, { familyId: to }]) => {
    const from = products.get(productId)?.familyId ?? null;
    return created.has(productId) || from === to ? [] : [{ productId, from, to }];
  });

const pairOf = (productId: string, product: Product | undefined) => (product ? [[productId, product] as const] : []);

/** Returns the family of a product without the product, as `planFamily` takes it. Null for a single product. */
export async function leavingFamily(
  t: Reader,
  { id, data }: Pick<Row<Product>, 'id' | 'data'>,
): Promise<FamilyChange | null> {
  const row = data.familyId === null ? undefined : await t.get(ProductFamilies, data.familyId);
  if (!row) return null;
  const members = row.data.members.filter(({ productId }) => productId !== id);
  return { id: row.id, before: row.data, after: { ...row.data, members } };
}

/** Throws when a product has siblings: the members of a family are all physical or all digital. */
export async function assertSharedFulfilment(t: Reader, { familyId }: Pick<Product, 'familyId'>): Promise<void> {
  const row = familyId === null ? undefined : await t.get(ProductFamilies, familyId);
  if (row && row.data.members.length > 1)
    throw invalid('The product is not valid', { fulfilment: 'must be that of the other variants' });
}

async function productsOf(t: Reader, members: readonly FamilyMember[], created: ReadonlyMap<string, Product>) {
  const ids = [...new Set(members.map(({ productId }) => productId))].filter((productId) => !created.has(productId));
  const rows = ids.length === 0 ? [] : await t.getMany(Products, ids);
  return new Map([...rows.flatMap((row) => (row ? [[row.id, row.data] as const] : [])), ...created]);
}

function assertMayBelong(
  id: string,
  { vendorId, members }: Written,
  before: Family | null,
  products: ReadonlyMap<string, Product>,
): void {
  const flaws = flawsOfProducts(
    vendorId,
    members.map(({ productId }) => products.get(productId)),
  );
  if (Object.keys(flaws).length > 0) throw invalid('The family is not valid', flaws);
  const known = new Set(before?.members.map(({ productId }) => productId));
  for (const { productId } of members) {
    const product = products.get(productId);
    if (!product || known.has(productId)) continue;
    if (product.familyId !== null && product.familyId !== id)
      throw conflict('The product is a member of another family', { code: 'InOtherFamily', details: { productId } });
    if (product.status === 'blocked')
      throw conflict('This product is blocked. It can be edited after it is restored', { code: 'ProductBlocked' });
  }
}

/** Returns the products whose own side changes, as they are then. */
function movedProducts(
  id: string,
  { before, members }: { readonly before: Family | null; readonly members: readonly FamilyMember[] },
  products: ReadonlyMap<string, Product>,
  at: string,
): ReadonlyMap<string, Product> {
  const staying = new Map(members.map(({ productId, values }) => [productId, values]));
  const named = new Set([...(before?.members ?? []), ...members].map(({ productId }) => productId));
  const moved = new Map<string, Product>();
  for (const productId of named) {
    const product = products.get(productId);
    if (!product) continue;
    const values = staying.get(productId);
    const [familyId, optionValues] = values ? [id, [...values]] : [null, []];
    if (product.familyId === familyId && combinationOf(product.optionValues) === combinationOf(optionValues)) continue;
    moved.set(productId, { ...product, familyId, optionValues, updatedAt: at });
  }
  return moved;
}
