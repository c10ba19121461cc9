import { defineRoute } from '#lib/api/define-route.ts';
import { cartOf, saveCart } from '#lib/store/cart/carts.ts';
import { cartView, saveCartInput } from '#lib/store/schemas/cart.ts';

export const GET = defineRoute({
  summary: 'Get the saved cart of the signed-in shopper',
  auth: 'session',
  rateLimit: 'cart',
  response: cartView,
  handler: ({ ctx }) => cartOf(ctx),
});

export const POST = defineRoute({
  summary: 'Replace the whole cart, all or nothing',
  auth: 'session',
  rateLimit: 'cart',
  body: saveCartInput,
  response: cartView,
  handler: ({ ctx, body }) => saveCart(ctx, body.items),
});
