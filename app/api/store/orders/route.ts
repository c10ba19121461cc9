import { placeOrderRoute } from '#app/api/store/place-order-route.ts';
import { defineRoute } from '#lib/api/define-route.ts';
import { listOwnOrders } from '#lib/store/orders/orders.ts';
import { listOrdersQuery, orderPage } from '#lib/store/schemas/order.ts';

export const GET = defineRoute({
  summary: 'List own orders, newest first',
  auth: 'session',
  rateLimit: 'orders',
  query: listOrdersQuery,
  response: orderPage,
  handler: ({ ctx, query }) => listOwnOrders(ctx, query),
});

export const POST = placeOrderRoute('Place an order from the cart or from the given lines, and reserve its stock');
