import type { UserContext } from '#lib/context/context.ts';
import { findCategory } from '#lib/store/catalog/categories.ts';
import type { Product } from '#lib/store/schemas/product.ts';
import { asUser, type TestContext } from './context.ts';
import { addProduct, addVendor } from './shop.ts';
import { openSmallShop } from './small-shop.ts';

export type Person = TestContext & UserContext;

/** A shop with two approved sellers beside the house, and one draft of each. */
export type TwoSellers = {
  readonly shop: TestContext;
  readonly seller: Person;
  readonly rival: Person;
  readonly admin: Person;
  readonly categoryId: string;
};

export const OWN_PRODUCT = 'prd_lamp';
export const RIVAL_PRODUCT = 'prd_vase';

export async function openTwoSellers(vars: Readonly<Record<string, string>> = {}): Promise<TwoSellers> {
  const shop = await openSmallShop({ vars });
  const [seller, rival, admin] = await Promise.all([
    asUser(shop, { vendorId: 'vnd_lamps' }),
    asUser(shop, { vendorId: 'vnd_vases' }),
    asUser(shop, { role: 'admin' }),
  ]);
  await addVendor(shop, 'vnd_lamps', { ownerId: seller.user.id });
  await addVendor(shop, 'vnd_vases', { ownerId: rival.user.id });
  const categoryId = (await findCategory(shop, 'lighting'))?.id ?? '';
  const draft: Partial<Product> = { categoryIds: [categoryId], status: 'draft', publishedAt: null, version: 1 };
  await addProduct(shop, OWN_PRODUCT, 5, { ...draft, vendorId: 'vnd_lamps', title: 'Reading lamp' });
  await addProduct(shop, RIVAL_PRODUCT, 5, { ...draft, vendorId: 'vnd_vases', title: 'Blue vase' });
  return { shop, seller, rival, admin, categoryId };
}
