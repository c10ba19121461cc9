import { z } from 'zod';
import { defineRoute } from '#lib/api/define-route.ts';
import { idText } from '#lib/core/ids.ts';
import { resetDownloads } from '#lib/store/files/reset-downloads.ts';
import { actingFor, getSellerOfOrder } from '#lib/store/parts/part-seller.ts';
import { resetDownloadsInput } from '#lib/store/schemas/product-file.ts';
import { sellerQuery, vendorOrderAnswer } from '#lib/store/schemas/vendor-order.ts';

export const POST = defineRoute({
  summary: 'Let the buyer of an order download the own files again',
  auth: 'session',
  rateLimit: 'vendor-orders',
  params: z.object({ id: idText }),
  load: ({ ctx, params }) => getSellerOfOrder(ctx, params.id),
  query: sellerQuery,
  body: resetDownloadsInput,
  response: vendorOrderAnswer,
  handler: async ({ ctx, loaded, params, query, body }) => ({
    order: await resetDownloads(ctx, await actingFor(ctx, loaded, query.vendorId), params.id, body),
  }),
});
