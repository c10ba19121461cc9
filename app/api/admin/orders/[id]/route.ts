import { z } from 'zod';
import { defineRoute } from '#lib/api/define-route.ts';
import { idText } from '#lib/core/ids.ts';
import { getOrder, viewForAdmin } from '#lib/store/orders/orders.ts';
import { adminOrderAnswer } from '#lib/store/schemas/order.ts';

export const GET = defineRoute({
  summary: 'Get an order with its buyer, its settlements and its payments',
  auth: 'admin',
  params: z.object({ id: idText }),
  load: ({ ctx, params }) => getOrder(ctx, params.id),
  response: adminOrderAnswer,
  handler: async ({ ctx, loaded }) => ({ order: await viewForAdmin(ctx, loaded) }),
});
