import { z } from 'zod';
import { defineRoute } from '#lib/api/define-route.ts';
import { idText } from '#lib/core/ids.ts';
import { orderAgain } from '#lib/store/orders/order-again.ts';
import { getOwnOrder } from '#lib/store/orders/orders.ts';
import { orderAgainView } from '#lib/store/schemas/cart.ts';

export const POST = defineRoute({
  summary: 'Add the lines of an own order to the cart again, as far as stock allows',
  auth: 'session',
  rateLimit: 'orders',
  params: z.object({ id: idText }),
  load: ({ ctx, params }) => getOwnOrder(ctx, params.id),
  response: orderAgainView,
  handler: ({ ctx, params }) => orderAgain(ctx, params.id),
});
