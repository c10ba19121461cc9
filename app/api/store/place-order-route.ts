import { answerOnce } from '#lib/api/answer-once.ts';
import { defineRoute } from '#lib/api/define-route.ts';
import { cookieOf } from '#lib/core/cookies.ts';
import { checkOut } from '#lib/store/checkout/checkout.ts';
import { onceHeaders } from '#lib/store/checkout/idempotency.ts';
import { createOrderInput, placedOrder } from '#lib/store/schemas/order.ts';
import { REFERRAL_COOKIE } from '#lib/store/values.ts';

/** Defines a route that places an order. Two paths serve it. */
export const placeOrderRoute = (summary: string) =>
  defineRoute({
    summary,
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
