import { installRuntime } from '#lib/context/runtime.ts';
import { createCategory } from '#lib/store/catalog/categories.ts';
import type { NewProduct } from '#lib/store/products/product-draft.ts';
import { createProduct } from '#lib/store/products/products.ts';
import { createVendor } from '#lib/store/vendors/vendors.ts';
import { type Overrides, type TestContext, testContext } from './context.ts';

const said = (en: string, uk: string, ru: string) => ({ en, uk, ru });
const titled = (en: string, uk: string, ru: string) => ({
  title: en,
  translations: { uk: { title: uk, description: '' }, ru: { title: ru, description: '' } },
});

/** Oldest first; the last is the newest. */
const goods: readonly NewProduct[] = [
  {
    ...titled('Desk lamp', 'Настільна лампа', 'Настольная лампа'),
    description: 'Bends where you read.',
    priceMinor: 120_000,
    categories: ['desk-lamps'],
    stock: 5,
    rating: { sum: 48, count: 10 },
    sold30d: 7,
  },
  {
    ...titled('Floor lamp', 'Торшер', 'Торшер'),
    priceMinor: 250_000,
    categories: ['lighting'],
    stock: 0,
    sold30d: 1,
  },
  {
    ...titled('Blue mug', 'Синє горнятко', 'Синяя кружка'),
    priceMinor: 1_500,
    currency: 'EUR',
    categories: ['tableware'],
    stock: 200,
    rating: { sum: 5, count: 1 },
    sold30d: 90,
  },
  {
    ...titled('Red mug', 'Червоне горнятко', 'Красная кружка'),
    priceMinor: 35_000,
    compareAtMinor: 45_000,
    prices: { USD: 900 },
    categories: ['tableware'],
    vendorId: 'vnd_sova',
    stock: 1,
    sold30d: 90,
  },
  {
    ...titled('Gift card', 'Подарункова картка', 'Подарочная карта'),
    priceMinor: 50_000,
    categories: ['gifts', 'tableware'],
    stock: 1_000,
  },
  { title: 'Unfinished lamp', priceMinor: 1, categories: ['lighting'], status: 'draft' },
  { title: 'Hidden lamp', priceMinor: 1, categories: ['lighting'], status: 'hidden' },
  { title: 'Lamp of nobody', priceMinor: 1, categories: ['lighting'], vendorId: 'vnd_new' },
];

export type SmallShop = TestContext & {
  /** Ids by slug: `shop.ids['desk-lamp']`. */
  readonly ids: Readonly<Record<string, string>>;
};

/** Opens a shop small enough to know by heart: five listed products, three unlisted, two vendors, a category tree. */
export async function openSmallShop(overrides: Overrides = {}): Promise<SmallShop> {
  const ctx = await testContext(overrides);
  installRuntime(ctx);
  const mail = 'vendor@plaza.test';
  await createVendor(ctx, { id: 'vnd_platform', name: 'Plaza', country: 'UA', contactEmail: mail });
  await createVendor(ctx, { id: 'vnd_sova', name: 'Paper Owl', country: 'UA', contactEmail: mail });
  await createVendor(ctx, { id: 'vnd_new', name: 'Newcomer', country: 'UA', contactEmail: mail, status: 'applied' });

  const lighting = await createCategory(ctx, { name: said('Lighting', 'Світло', 'Свет'), position: 0 });
  await createCategory(ctx, { name: said('Desk lamps', 'Настільні', 'Настольные'), parentId: lighting });
  await createCategory(ctx, { name: said('Tableware', 'Посуд', 'Посуда'), position: 1 });
  await createCategory(ctx, { name: said('Gifts', 'Подарунки', 'Подарки'), position: 2 });

  const ids: Record<string, string> = {};
  for (const one of goods) {
    const { id, product } = await createProduct(ctx, one);
    ids[product.slug] = id;
    ctx.clock.advance(1_000);
  }
  await ctx.drain();
  return { ...ctx, ids };
}
