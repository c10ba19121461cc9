import type { Context } from '#lib/context/context.ts';
import type { Row } from '#lib/data/store.ts';
import { auditUnchanged } from '#lib/payments/audit/audit-unchanged.ts';
import { type Finding, findingsOf } from '#lib/payments/audit/findings.ts';
import { ProductFamilies, Products } from '#lib/store/collections.ts';
import { combinationOf, flawsOfFamily } from '#lib/store/families/family-rules.ts';
import type { Family } from '#lib/store/schemas/family.ts';
import type { Product } from '#lib/store/schemas/product.ts';

type Found<T> = Pick<Row<T>, 'id' | 'data'>;

/** SI21 of one family: it and its members name each other with the same values, and no two members share them. */
function auditFamily({ id, data: family }: Found<Family>, products: ReadonlyMap<string, Product>): Finding[] {
  const flaws = Object.values(flawsOfFamily(family));
  return [
    ...findingsOf('SI21', id, [flaws.length > 0 && `breaks a rule: ${flaws.join(', ')}`]),
    ...family.members.flatMap(({ productId, values }) => {
      const product = products.get(productId);
      const agrees = product?.familyId === id && combinationOf(product.optionValues) === combinationOf(values);
      return findingsOf('SI21', id, [
        !agrees && `has ${productId} as a member, which says otherwise`,
        product !== undefined && product.vendorId !== family.vendorId && `has ${productId}, which is another vendor’s`,
      ]);
    }),
  ];
}

const auditMember = (id: string, familyId: string, family: Family | undefined): Finding[] =>
  findingsOf('SI21', id, [
    !family?.members.some(({ productId }) => productId === id) &&
      `names the family ${familyId}, which does not have it`,
  ]);

/** Recomputes SI21 from all families and products. */
export function auditFamilies(families: readonly Found<Family>[], products: readonly Found<Product>[]): Finding[] {
  const known = new Map(products.map(({ id, data }) => [id, data]));
  const byId = new Map(families.map(({ id, data }) => [id, data]));
  return [
    ...families.flatMap((family) => auditFamily(family, known)),
    ...products.flatMap(({ id, data: { familyId } }) =>
      familyId === null ? [] : auditMember(id, familyId, byId.get(familyId)),
    ),
  ];
}

/** SI21 of the family of a product. A single product has no findings. */
export const auditFamilyOf = ({ data: store }: Context, id: string): Promise<readonly Finding[]> =>
  auditUnchanged(async () => {
    const row = await store.get(Products, id);
    const familyId = row?.data.familyId ?? null;
    if (familyId === null) return { version: row?.version ?? '', findings: [] };
    const family = await store.get(ProductFamilies, familyId);
    const members = await store.getMany(Products, family?.data.members.map(({ productId }) => productId) ?? []);
    const products = new Map(members.flatMap((member) => (member ? [[member.id, member.data] as const] : [])));
    return {
      version: [row, family, ...members].map((read) => read?.version).join('.'),
      findings: [...auditMember(id, familyId, family?.data), ...(family ? auditFamily(family, products) : [])],
    };
  });
