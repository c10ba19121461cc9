import { defineRoute } from '#lib/api/define-route.ts';
import { addDelivery, listDeliveries } from '#lib/store/delivery/vendor-deliveries.ts';
import { deliveryAnswer, deliveryList, newDeliveryInput } from '#lib/store/schemas/vendor-delivery.ts';
import { actingVendor } from '#lib/store/vendors/acting-vendor.ts';

export const GET = defineRoute({
  summary: 'List the delivery options of one’s own vendor in their order',
  auth: 'session',
  rateLimit: 'catalog-write',
  load: ({ ctx }) => actingVendor(ctx, 'read'),
  response: deliveryList,
  handler: async ({ ctx, loaded: acting }) => ({ deliveries: await listDeliveries(ctx, acting) }),
});

export const POST = defineRoute({
  summary: 'Add a delivery option to one’s own vendor',
  auth: 'session',
  rateLimit: 'catalog-write',
  load: ({ ctx }) => actingVendor(ctx, 'write'),
  body: newDeliveryInput,
  response: deliveryAnswer,
  status: 201,
  handler: async ({ ctx, body, loaded: acting }) => ({ delivery: await addDelivery(ctx, acting, body) }),
});
