import { z } from 'zod';
import { defineRoute } from '#lib/api/define-route.ts';
import { idText } from '#lib/core/ids.ts';
import { cancelOwnOrder } from '#lib/store/orders/cancel-own-order.ts';
import { getOwnOrder } from '#lib/store/orders/orders.ts';
import { orderAnswer } from '#lib/store/schemas/order.ts';

export const POST = defineRoute({
  summary: 'Cancel an own unpaid order, even after its payment page was opened',
  auth: 'session',
  rateLimit: 'orders',
  params: z.object({ id: idText }),
  load: ({ ctx, params }) => getOwnOrder(ctx, params.id),
  response: orderAnswer,
  handler: async ({ ctx, params }) => ({ order: await cancelOwnOrder(ctx, params.id) }),
});
