import { z } from 'zod';
import { answerOnce } from '#lib/api/answer-once.ts';
import { defineRoute } from '#lib/api/define-route.ts';
import { idText } from '#lib/core/ids.ts';
import { partRefundSettled, settlePartRefundInput } from '#lib/payments/schemas/part-refund.ts';
import { onceHeaders } from '#lib/store/checkout/idempotency.ts';
import { getPartRefund, settlePartRefund } from '#lib/store/parts/settle-part-refund.ts';

export const POST = defineRoute({
  summary: 'Return the money of a part that is owed or that the gateway refused to return',
  auth: 'admin',
  rateLimit: 'payments',
  params: z.object({ id: idText }),
  headers: onceHeaders,
  load: ({ ctx, params }) => getPartRefund(ctx, params.id),
  body: settlePartRefundInput,
  response: partRefundSettled,
  handler: async ({ ctx, params, body, headers }) =>
    answerOnce(ctx, await settlePartRefund(ctx, params.id, body, headers['idempotency-key'])),
});
