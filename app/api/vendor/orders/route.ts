import { defineRoute } from '#lib/api/define-route.ts';
import { actingFor, getPartSeller } from '#lib/store/parts/part-seller.ts';
import { listVendorOrders } from '#lib/store/parts/vendor-order.ts';
import { vendorOrderPage, vendorOrdersQuery } from '#lib/store/schemas/vendor-order.ts';

export const GET = defineRoute({
  summary: 'List own paid orders, the newest payment first',
  auth: 'session',
  rateLimit: 'vendor-orders',
  load: ({ ctx }) => getPartSeller(ctx),
  query: vendorOrdersQuery,
  response: vendorOrderPage,
  handler: async ({ ctx, loaded, query }) => {
    const { vendorId } = await actingFor(ctx, loaded, query.vendorId);
    return listVendorOrders(ctx, vendorId, query);
  },
});
