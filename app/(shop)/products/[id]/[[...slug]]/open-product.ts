import 'server-only';
import { cache } from 'react';
import { chosenCurrency } from '#app/(shop)/chosen-currency.ts';
import type { Context } from '#lib/context/context.ts';
import { AppError } from '#lib/core/errors.ts';
import { listProducts } from '#lib/store/catalog/catalog.ts';
import { getPublicProduct } from '#lib/store/products/products.ts';
import type { ListedProduct, PublicProduct } from '#lib/store/schemas/catalog.ts';

const SIMILAR = 4;

/** Returns the product of an address in the shopper's currency, or null when none is listed. */
export const openProduct = cache(async (ctx: Context, id: string): Promise<PublicProduct | null> => {
  try {
    return await getPublicProduct(ctx, id, await chosenCurrency(ctx));
  } catch (error) {
    if (error instanceof AppError && error.name === 'NotFound') return null;
    throw error;
  }
});

/** Returns popular products of the same category, without the product and its variants. */
export async function similarTo(ctx: Context, product: PublicProduct): Promise<readonly ListedProduct[]> {
  const shelf = product.path.at(-1);
  if (!shelf) return [];
  const { products } = await listProducts(ctx, {
    categories: [shelf.id],
    currency: product.currency,
    inStock: true,
    sortBy: 'popular',
    limit: SIMILAR + 1,
  });
  const isOther = ({ id, family }: ListedProduct): boolean =>
    id !== product.id && (family === null || family.id !== product.family?.id);
  return products.filter(isOther).slice(0, SIMILAR);
}
