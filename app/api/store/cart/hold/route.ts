import { defineRoute } from '#lib/api/define-route.ts';
import { holdCart } from '#lib/store/cart/cart-holds.ts';
import { heldCart } from '#lib/store/schemas/stock.ts';

export const POST = defineRoute({
  summary: 'Hold stock for the lines of the saved cart, all or nothing',
  auth: 'session',
  rateLimit: 'cart',
  response: heldCart,
  handler: ({ ctx }) => holdCart(ctx),
});
