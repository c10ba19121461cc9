import { z } from 'zod';
import { defineRoute } from '#lib/api/define-route.ts';
import { idText } from '#lib/core/ids.ts';
import { changeOrderStatus } from '#lib/store/orders/change-order-status.ts';
import { getOrder } from '#lib/store/orders/orders.ts';
import { moveOrderInput, orderMoved } from '#lib/store/schemas/order.ts';

export const POST = defineRoute({
  summary: 'Set an order to any status; the effects depend on its history',
  auth: 'admin',
  params: z.object({ id: idText }),
  load: ({ ctx, params }) => getOrder(ctx, params.id),
  body: moveOrderInput,
  response: orderMoved,
  handler: async ({ ctx, params, body }) => ({ success: true, order: await changeOrderStatus(ctx, params.id, body) }),
});
