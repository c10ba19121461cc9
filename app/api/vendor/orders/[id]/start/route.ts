import { z } from 'zod';
import { defineRoute } from '#lib/api/define-route.ts';
import { idText } from '#lib/core/ids.ts';
import { startPart } from '#lib/store/parts/move-part.ts';
import { actingFor, getSellerOfOrder } from '#lib/store/parts/part-seller.ts';
import { sellerQuery, startPartInput, vendorOrderAnswer } from '#lib/store/schemas/vendor-order.ts';

export const POST = defineRoute({
  summary: 'Start to prepare the own part of an order',
  auth: 'session',
  rateLimit: 'vendor-orders',
  params: z.object({ id: idText }),
  load: ({ ctx, params }) => getSellerOfOrder(ctx, params.id),
  query: sellerQuery,
  body: startPartInput,
  response: vendorOrderAnswer,
  handler: async ({ ctx, loaded, params, query, body }) => ({
    order: await startPart(ctx, await actingFor(ctx, loaded, query.vendorId), params.id, body),
  }),
});
