import { z } from 'zod';
import { defineRoute } from '#lib/api/define-route.ts';
import { idText } from '#lib/core/ids.ts';
import { getPayableRequest, orderRequest } from '#lib/store/checkout/order-request.ts';
import { orderRequestInput, placedOrder } from '#lib/store/schemas/order.ts';

export const POST = defineRoute({
  summary: 'Create the order that pays a payment request of a seller, or return the existing one',
  auth: 'session',
  rateLimit: 'orders',
  params: z.object({ messageId: idText }),
  load: ({ ctx, params }) => getPayableRequest(ctx, ctx.data, params.messageId),
  body: orderRequestInput.prefault({}),
  response: placedOrder,
  status: 201,
  handler: async ({ ctx, params, body }) => {
    const { created, body: placed } = await orderRequest(ctx, params.messageId, body);
    return created ? placed : Response.json(placed);
  },
});
