import { newId } from '#lib/core/ids.ts';
import { ProductFamilies, Products } from '#lib/store/collections.ts';
import type { TestContext } from './context.ts';

/** Makes products of one vendor a family by size, `S` first, as the store holds it, and returns its id. */
export async function addFamily({ data, now }: Pick<TestContext, 'data' | 'now'>, ...productIds: string[]) {
  const id = newId('family');
  const at = now().toISOString();
  const sizes = ['S', 'M', 'L', 'XL', 'XXL'];
  const members = productIds.map((productId, i) => ({ productId, values: [sizes[i] ?? ''] }));
  const { data: first } = await data.need(Products, productIds[0] ?? '');
  await data.batch((write) => {
    write.create(ProductFamilies, id, {
      vendorId: first.vendorId,
      options: [{ name: 'Size', names: {}, values: sizes.map((value) => ({ value, labels: {} })) }],
      members,
      version: 1,
      createdAt: at,
      updatedAt: at,
    });
    for (const { productId, values } of members)
      write.update(Products, productId, { familyId: id, optionValues: values });
  });
  return id;
}
