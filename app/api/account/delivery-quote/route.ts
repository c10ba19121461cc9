import { defineRoute } from '#lib/api/define-route.ts';
import { quoteDelivery } from '#lib/store/delivery/delivery-quote.ts';
import { deliveryQuote, deliveryQuoteInput } from '#lib/store/schemas/delivery-quote.ts';

export const POST = defineRoute({
  summary: 'Quote the delivery options of each seller of the saved cart, or of the given lines, to a country',
  auth: 'session',
  rateLimit: 'cart',
  body: deliveryQuoteInput,
  response: deliveryQuote,
  handler: ({ ctx, body }) => quoteDelivery(ctx, body),
});
