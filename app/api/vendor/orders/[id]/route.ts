import { z } from 'zod';
import { defineRoute } from '#lib/api/define-route.ts';
import { idText } from '#lib/core/ids.ts';
import { actingFor, getSellerOfOrder } from '#lib/store/parts/part-seller.ts';
import { readVendorOrder } from '#lib/store/parts/vendor-order.ts';
import { sellerQuery, vendorOrderAnswer } from '#lib/store/schemas/vendor-order.ts';

export const GET = defineRoute({
  summary: 'Get a paid order with the own part of it',
  auth: 'session',
  rateLimit: 'vendor-orders',
  params: z.object({ id: idText }),
  load: ({ ctx, params }) => getSellerOfOrder(ctx, params.id),
  query: sellerQuery,
  response: vendorOrderAnswer,
  handler: async ({ ctx, loaded, params, query }) => {
    const { vendorId } = await actingFor(ctx, loaded, query.vendorId);
    return { order: await readVendorOrder(ctx, vendorId, params.id) };
  },
});
