import { beforeEach, expect, it } from 'vitest';
import { POST as saveCart } from '#app/api/store/cart/route.ts';
import { POST as order } from '#app/api/store/orders/route.ts';
import { GET as list } from '#app/api/store/products/route.ts';
import { indexListed } from '#lib/store/catalog/catalog-index.ts';
import { ProductFamilies } from '#lib/store/collections.ts';
import { getPublicProduct } from '#lib/store/products/products.ts';
import { call } from '#tests/support/call.ts';
import { asUser } from '#tests/support/context.ts';
import { addFamily } from '#tests/support/families.ts';
import { openSmallShop, type SmallShop } from '#tests/support/small-shop.ts';

let shop: SmallShop;
let ids: { readonly desk: string; readonly floor: string };
beforeEach(async () => {
  shop = await openSmallShop();
  ids = { desk: shop.ids['desk-lamp'] ?? '', floor: shop.ids['floor-lamp'] ?? '' };
  const familyId = await addFamily(shop, ids.desk, ids.floor);
  const { data } = await shop.data.need(ProductFamilies, familyId);
  const options = data.options.map((option) => ({ ...option, names: { uk: 'Розмір' } }));
  await shop.data.update(ProductFamilies, familyId, { options });
});

const buyer = () => asUser(shop, { name: 'Olha', email: 'olha@plaza.test' });

it('a cart line stays id and quantity, and an order freezes the options in its language', async () => {
  const as = await buyer();
  const items = [{ id: ids.desk, qty: 2 }];

  expect((await call(saveCart, { as, body: { items } })).body.items).toEqual(items);
  const { status, body } = await call(order, { as, body: { items, locale: 'UK' } });
  expect(status).toBe(201);
  expect(body.order.lines).toMatchObject([{ productId: ids.desk, options: [{ name: 'Розмір', value: 'S' }] }]);
});

it('the page of a variant offers the others and says which are sold out', async () => {
  await indexListed(shop, [ids.desk, ids.floor]);
  const page = await getPublicProduct({ ...shop, locale: 'uk' }, ids.desk);

  expect(page.options).toEqual([{ name: 'Розмір', value: 'S' }]);
  const [size] = page.family?.options ?? [];
  expect(size?.values.slice(0, 3)).toEqual([
    { value: 'S', label: 'S', productId: ids.desk, slug: 'desk-lamp', inStock: true },
    { value: 'M', label: 'M', productId: ids.floor, slug: 'floor-lamp', inStock: false },
    { value: 'L', label: 'L', productId: null, slug: null, inStock: false },
  ]);
});

it('the list tells a grouped query from an ungrouped one, and rejects another word', async () => {
  expect((await call(list, { query: { group: 'none' } })).status).toBe(200);
  expect((await call(list, { query: { group: 'both' } })).status).toBe(400);
  expect((await call(list, { query: { familyId: '../x' } })).status).toBe(400);
});
