import { systemContext, type UserContext } from '#lib/context/context.ts';
import { newId } from '#lib/core/ids.ts';
import type { Row } from '#lib/data/store.ts';
import { ProductFamilies, Products } from '#lib/store/collections.ts';
import { createVariants } from '#lib/store/families/new-variants.ts';
import { createFamily } from '#lib/store/families/own-families.ts';
import { addProductFile } from '#lib/store/files/add-product-file.ts';
import { editOwnProduct } from '#lib/store/products/edit-own-product.ts';
import { createProducts } from '#lib/store/products/products.ts';
import type { Product } from '#lib/store/schemas/product.ts';
import { actingVendor } from '#lib/store/vendors/acting-vendor.ts';
import { pictureOf, productIdOf, vendorIdOf } from '#services/run/demo/ids.ts';
import { demoPeople } from '#services/run/demo/people/people.ts';
import { demoHistory } from './data.ts';
import { demoPdf } from './demo-pdf.ts';
import type { Past } from './past.ts';

type Listing = (typeof demoHistory.goods.families | typeof demoHistory.goods.digital)[number];

/** The approved sellers add products with variants, and files to download. What is there already stays as it is. */
export async function addGoods(past: Past): Promise<void> {
  const { families, digital } = demoHistory.goods;
  for (const family of families) await addFamily(past, family);
  for (const product of digital) await addDigital(past, product);
}

const sellerOf = async (past: Past, { seller }: Pick<Listing, 'seller'>) => {
  const ctx = await past.as(demoPeople.sellers[seller].owner.email);
  return { ctx, acting: await actingVendor(ctx, 'write') };
};

/** Lists a product under an id that its orders know. */
async function listProduct(past: Past, listing: Listing, more: Pick<Product, 'fulfilment' | 'status'>): Promise<void> {
  const ctx = systemContext(past.runtime, newId('request'));
  const { slug, seller, picture, category, priceMinor, currency, stock, en, uk, ru } = listing;
  const id = productIdOf(slug);
  if (await ctx.data.get(Products, id)) return;
  await createProducts(ctx, [
    {
      ...{ id, slug, priceMinor, currency, stock, ...more, ...en },
      ...{ vendorId: vendorIdOf(seller), translations: { uk, ru }, categories: [category] },
      images: ([1, 2] as const).map((view) => pictureOf(picture, view)),
    },
  ]);
}

async function addFamily(past: Past, family: (typeof demoHistory.goods.families)[number]): Promise<void> {
  const { slug, options, values, variants } = family;
  await listProduct(past, family, { fulfilment: 'physical', status: 'published' });
  const { ctx, acting } = await sellerOf(past, family);
  const productId = productIdOf(slug);
  const { familyId } = (await ctx.data.need(Products, productId)).data;
  const id = familyId ?? (await createFamily(ctx, acting, { productId, options, values })).id;
  const { members } = (await ctx.data.need(ProductFamilies, id)).data;
  if (members.length > 1) return;
  await createVariants(ctx, acting, id, { variants, from: productId }, undefined);
}

async function addDigital(past: Past, product: (typeof demoHistory.goods.digital)[number]): Promise<void> {
  await listProduct(past, product, { fulfilment: 'digital', status: 'draft' });
  const { ctx, acting } = await sellerOf(past, product);
  const row = await ctx.data.need(Products, productIdOf(product.slug));
  if (row.data.status !== 'draft') return;
  for (const { name, lines } of product.files)
    await addProductFile(ctx, acting, await current(ctx, row), {
      ...{ filename: name, bytes: demoPdf(lines), reason: undefined },
    });
  await editOwnProduct(ctx, acting, row.id, { status: 'published' });
}

const current = ({ data }: UserContext, { id }: Row<Product>): Promise<Row<Product>> => data.need(Products, id);

/** Returns the id of a product, or of the variant of it that has these values. */
export async function goodIdOf(
  { data }: UserContext,
  { slug, values }: { readonly slug: string; readonly values?: readonly string[] },
): Promise<string> {
  const id = productIdOf(slug);
  if (!values) return id;
  const { familyId } = (await data.need(Products, id)).data;
  const family = familyId === null ? undefined : await data.get(ProductFamilies, familyId);
  const member = family?.data.members.find((one) => one.values.join() === values.join());
  if (!member) throw new Error(`the demo has no ${slug} in ${values.join()}`);
  return member.productId;
}
