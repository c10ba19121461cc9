import { z } from 'zod';
import { defineRoute } from '#lib/api/define-route.ts';
import { idText } from '#lib/core/ids.ts';
import { answerCancel } from '#lib/store/parts/cancel-request.ts';
import { actingFor, getSellerOfOrder } from '#lib/store/parts/part-seller.ts';
import { answerCancelInput, sellerQuery, vendorOrderAnswer } from '#lib/store/schemas/vendor-order.ts';

export const POST = defineRoute({
  summary: 'Answer the request of a buyer to cancel the own part of an order',
  auth: 'session',
  rateLimit: 'vendor-orders',
  params: z.object({ id: idText }),
  load: ({ ctx, params }) => getSellerOfOrder(ctx, params.id),
  query: sellerQuery,
  body: answerCancelInput,
  response: vendorOrderAnswer,
  handler: async ({ ctx, loaded, params, query, body }) => ({
    order: await answerCancel(ctx, await actingFor(ctx, loaded, query.vendorId), params.id, body),
  }),
});
