import { z } from 'zod';
import { defineRoute } from '#lib/api/define-route.ts';
import { idText } from '#lib/core/ids.ts';
import { actingFor, getSellerOfOrder } from '#lib/store/parts/part-seller.ts';
import { refusePart } from '#lib/store/parts/refuse-part.ts';
import { refusePartInput, sellerQuery, vendorOrderAnswer } from '#lib/store/schemas/vendor-order.ts';

export const POST = defineRoute({
  summary: 'Refuse the own part of an order before it is shipped: its money goes back',
  auth: 'session',
  rateLimit: 'vendor-orders',
  params: z.object({ id: idText }),
  load: ({ ctx, params }) => getSellerOfOrder(ctx, params.id),
  query: sellerQuery,
  body: refusePartInput,
  response: vendorOrderAnswer,
  handler: async ({ ctx, loaded, params, query, body }) => ({
    order: await refusePart(ctx, await actingFor(ctx, loaded, query.vendorId), params.id, body),
  }),
});
