import { z } from 'zod';
import { defineRoute } from '#lib/api/define-route.ts';
import { idText } from '#lib/core/ids.ts';
import { getOwnOrder, viewOfOrder } from '#lib/store/orders/orders.ts';
import { orderAnswer } from '#lib/store/schemas/order.ts';

export const GET = defineRoute({
  summary: 'Get an own order with its timeline',
  auth: 'session',
  rateLimit: 'orders',
  params: z.object({ id: idText }),
  load: ({ ctx, params }) => getOwnOrder(ctx, params.id),
  response: orderAnswer,
  handler: async ({ ctx, loaded }) => ({ order: await viewOfOrder(ctx, loaded) }),
});
