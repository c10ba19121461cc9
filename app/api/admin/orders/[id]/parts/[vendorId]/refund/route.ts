import { z } from 'zod';
import { defineRoute } from '#lib/api/define-route.ts';
import { idText } from '#lib/core/ids.ts';
import { getOrder } from '#lib/store/orders/orders.ts';
import { refundPart } from '#lib/store/parts/refund-part.ts';
import { getPart } from '#lib/store/parts/vendor-order.ts';
import { adminOrderAnswer } from '#lib/store/schemas/order.ts';
import { refundPartInput } from '#lib/store/schemas/vendor-order.ts';

export const POST = defineRoute({
  summary: 'Refund the part of one vendor that was shipped, or of a canceled order',
  auth: 'admin',
  rateLimit: 'payments',
  params: z.object({ id: idText, vendorId: idText }),
  load: async ({ ctx, params }) => getPart(await getOrder(ctx, params.id), params.id, params.vendorId),
  body: refundPartInput,
  response: adminOrderAnswer,
  handler: async ({ ctx, params, body }) => ({ order: await refundPart(ctx, params.id, params.vendorId, body.reason) }),
});
