import { z } from 'zod';
import { defineRoute } from '#lib/api/define-route.ts';
import { idText } from '#lib/core/ids.ts';
import { shipPart } from '#lib/store/parts/move-part.ts';
import { actingFor, getSellerOfOrder } from '#lib/store/parts/part-seller.ts';
import { sellerQuery, shipPartInput, vendorOrderAnswer } from '#lib/store/schemas/vendor-order.ts';

export const POST = defineRoute({
  summary: 'Mark the own part of an order as shipped, or correct its tracking',
  auth: 'session',
  rateLimit: 'vendor-orders',
  params: z.object({ id: idText }),
  load: ({ ctx, params }) => getSellerOfOrder(ctx, params.id),
  query: sellerQuery,
  body: shipPartInput,
  response: vendorOrderAnswer,
  handler: async ({ ctx, loaded, params, query, body }) => ({
    order: await shipPart(ctx, await actingFor(ctx, loaded, query.vendorId), params.id, body),
  }),
});
