import type { Context } from '#lib/context/context.ts';
import { notFound } from '#lib/core/errors.ts';
import type { Row } from '#lib/data/store.ts';
import { Products, Vendors } from '#lib/store/collections.ts';
import { isListed } from '#lib/store/products/listing.ts';
import type { Product } from '#lib/store/schemas/product.ts';

/** Returns a public product with the owner of its vendor. Throws NotFound for any other, for every caller. */
export async function getReviewedProduct(
  { data, env }: Pick<Context, 'data' | 'env'>,
  id: string,
): Promise<{ readonly product: Row<Product>; readonly ownerId: string | null }> {
  const product = await data.get(Products, id);
  const vendor = product && (await data.get(Vendors, product.data.vendorId));
  if (!product || !vendor || !isListed(product.data, vendor.data, env))
    throw notFound(Products.label, id, { code: 'NOT_FOUND' });
  return { product, ownerId: vendor.data.ownerId };
}
