import { z } from 'zod';
import { defineRoute } from '#lib/api/define-route.ts';
import { idText } from '#lib/core/ids.ts';
import { getOwnOrder } from '#lib/store/orders/orders.ts';
import { receiveOwnOrder } from '#lib/store/orders/receive-own-order.ts';
import { orderAnswer, receivedInput } from '#lib/store/schemas/order.ts';

export const POST = defineRoute({
  summary: 'Mark a shipped part of an order, or all of them, as received',
  auth: 'session',
  rateLimit: 'orders',
  params: z.object({ id: idText }),
  load: ({ ctx, params }) => getOwnOrder(ctx, params.id),
  body: receivedInput,
  response: orderAnswer,
  handler: async ({ ctx, params, body }) => ({ order: await receiveOwnOrder(ctx, params.id, body.vendorId) }),
});
