import { beforeEach, expect, it } from 'vitest';
import { ProductFamilies, Products } from '#lib/store/collections.ts';
import { addFamily } from '#tests/support/families.ts';
import { openSmallShop, type SmallShop } from '#tests/support/small-shop.ts';
import { auditFamilyOf } from './family.ts';
import { kinds } from './kinds.ts';

let shop: SmallShop;
let familyId: string;
let desk: string;
let floor: string;
beforeEach(async () => {
  shop = await openSmallShop();
  [desk, floor] = [shop.ids['desk-lamp'] ?? '', shop.ids['floor-lamp'] ?? ''];
  familyId = await addFamily(shop, desk, floor);
});

const rulesOf = async (id: string) => (await auditFamilyOf(shop, id)).map(({ invariant }) => invariant);

it('SI21 finds nothing in a sound family, a single product and a missing one', async () => {
  for (const id of [desk, floor, shop.ids['gift-card'] ?? '', 'prd_missing']) expect(await rulesOf(id)).toEqual([]);
  expect(await kinds.products.audit(shop, floor)).toEqual([]);
});

it('SI21 reports a member that says otherwise, found from its sibling and by the audit of products', async () => {
  await shop.data.update(Products, floor, { optionValues: ['L'] });

  expect(await rulesOf(desk)).toEqual(['SI21']);
  expect((await kinds.products.audit(shop, floor)).map(({ subject }) => subject)).toEqual([familyId]);
});

it('SI21 reports a product of a family that does not have it or is gone', async () => {
  const { data } = await shop.data.need(ProductFamilies, familyId);
  await shop.data.update(ProductFamilies, familyId, { members: data.members.slice(0, 1) });
  expect(await rulesOf(floor)).toEqual(['SI21']);

  await shop.data.delete(ProductFamilies, familyId);
  expect(await rulesOf(desk)).toEqual(['SI21']);
});

it('SI21 reports two members with the same values, and one of another vendor', async () => {
  const { data } = await shop.data.need(ProductFamilies, familyId);
  await shop.data.update(ProductFamilies, familyId, {
    members: data.members.map(({ productId }) => ({ productId, values: ['S'] })),
  });
  await shop.data.update(Products, floor, { optionValues: ['S'], vendorId: 'vnd_sova' });

  expect(await rulesOf(desk)).toEqual(['SI21', 'SI21']);
});
