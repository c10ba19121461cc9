import { MAX_CART_LINES } from '#lib/store/limits.ts';
import 'server-only';
import type { Context } from '#lib/context/context.ts';
import { cartOf } from '#lib/store/cart/carts.ts';
import { listProducts } from '#lib/store/catalog/catalog.ts';

/** Returns the server's cart of a signed-in user with the products of its lines. Null for a guest. */
export async function savedCart(ctx: Context, currency: string) {
  if (!ctx.user) return null;
  const { items } = await cartOf({ ...ctx, user: ctx.user });
  if (items.length === 0) return { lines: items, products: [] };
  const ids = items.map(({ id }) => id);
  const { products } = await listProducts(ctx, { ids, currency, limit: MAX_CART_LINES });
  return { lines: items, products };
}
