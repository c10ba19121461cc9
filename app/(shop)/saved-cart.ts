import 'server-only';
import type { Context } from '#lib/context/context.ts';
import { cartOf } from '#lib/store/cart/carts.ts';
import { listProducts } from '#lib/store/catalog/catalog.ts';
import { MAX_CART_LINES } from '#lib/store/values.ts';

/** The cart the server keeps for a signed-in person, with what its lines are called and cost; null for a guest. */
export async function savedCart(ctx: Context, currency: string) {
  if (!ctx.user) return null;
  const { items } = await cartOf({ ...ctx, user: ctx.user });
  if (items.length === 0) return { lines: items, products: [] };
  const ids = items.map(({ id }) => id);
  const { products } = await listProducts(ctx, { ids, currency, limit: MAX_CART_LINES });
  return { lines: items, products };
}
