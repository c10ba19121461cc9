import type { UserContext } from '#lib/context/context.ts';
import { availableTo, cartOf, saveCart } from '#lib/store/cart/carts.ts';
import { largerLines, mergeLines } from '#lib/store/cart/lines.ts';
import { MAX_CART_LINES } from '#lib/store/limits.ts';
import type { OrderAgain } from '#lib/store/schemas/cart.ts';
import { unitsPerProduct } from './order-units.ts';
import { getOwnOrder } from './orders.ts';

/**
 * Adds the lines of an own order to the cart again. Each product gets the larger of the two quantities, as far as stock
 * allows. `clamped` names every line that got less than it requested or had in the cart before.
 */
export async function orderAgain(ctx: UserContext, orderId: string): Promise<OrderAgain> {
  const { data: order } = await getOwnOrder(ctx, orderId);
  const wanted = mergeLines([...unitsPerProduct(order)].map(([id, qty]) => ({ id, qty })));
  const cart = await cartOf(ctx);
  const all = largerLines(cart.items, wanted);
  const merged = all.slice(0, MAX_CART_LINES);
  const available = await availableTo(ctx, merged);
  const fitting = merged.map(({ id, qty }) => ({ id, qty: Math.min(qty, available.get(id) ?? 0) }));
  const saved = await saveCart(ctx, fitting);

  const got = new Map(saved.items.map(({ id, qty }) => [id, qty]));
  return {
    ...saved,
    clamped: all
      .map(({ id, qty }) => ({ id, wanted: qty, got: got.get(id) ?? 0 }))
      .filter(({ wanted: asked, got: have }) => have < asked),
  };
}
