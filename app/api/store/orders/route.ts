import { answerOnce } from '#lib/api/answer-once.ts';
import { defineRoute } from '#lib/api/define-route.ts';
import { cookieOf } from '#lib/core/cookies.ts';
import { checkOut } from '#lib/store/checkout/checkout.ts';
import { onceHeaders } from '#lib/store/checkout/idempotency.ts';
import { listOwnOrders } from '#lib/store/orders/orders.ts';
import { createOrderInput, listOrdersQuery, orderPage, placedOrder } from '#lib/store/schemas/order.ts';
import { REFERRAL_COOKIE } from '#lib/store/values.ts';

export const GET = defineRoute({
  summary: 'List own orders, newest first',
  auth: 'session',
  rateLimit: 'orders',
  query: listOrdersQuery,
  response: orderPage,
  handler: ({ ctx, query }) => listOwnOrders(ctx, query),
});

export const POST = defineRoute({
  summary: 'Place an order from the cart or from the given lines, and reserve its stock',
  auth: 'session',
  rateLimit: 'orders',
  headers: onceHeaders,
  body: createOrderInput.prefault({}),
  response: placedOrder,
  status: 201,
  handler: async ({ ctx, body, headers, request }) =>
    answerOnce(
      ctx,
      await checkOut(ctx, {
        input: body,
        key: headers['idempotency-key'],
        referralCode: cookieOf(request.headers, REFERRAL_COOKIE),
      }),
    ),
});
