import { defineRoute } from '#lib/api/define-route.ts';
import { estimateDeliveries } from '#lib/store/delivery/delivery-estimates.ts';
import { deliveryEstimateQuery, deliveryEstimates } from '#lib/store/schemas/delivery-estimate.ts';

export const GET = defineRoute({
  summary: 'Estimate how sellers deliver, by default within their own countries',
  auth: 'public',
  query: deliveryEstimateQuery,
  response: deliveryEstimates,
  handler: ({ ctx, query }) => estimateDeliveries(ctx, query),
});
