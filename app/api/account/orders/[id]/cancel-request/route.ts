import { z } from 'zod';
import { defineRoute } from '#lib/api/define-route.ts';
import { idText } from '#lib/core/ids.ts';
import { getOwnOrder } from '#lib/store/orders/orders.ts';
import { requestCancel } from '#lib/store/parts/cancel-request.ts';
import { orderAnswer } from '#lib/store/schemas/order.ts';
import { cancelRequestInput } from '#lib/store/schemas/vendor-order.ts';

export const POST = defineRoute({
  summary: 'Ask a seller to cancel their part of an order',
  auth: 'session',
  rateLimit: 'orders',
  params: z.object({ id: idText }),
  load: ({ ctx, params }) => getOwnOrder(ctx, params.id),
  body: cancelRequestInput,
  response: orderAnswer,
  handler: async ({ ctx, params, body }) => ({ order: await requestCancel(ctx, params.id, body) }),
});
