import { z } from 'zod';
import { defineRoute } from '#lib/api/define-route.ts';
import { idText } from '#lib/core/ids.ts';
import { getCallback } from '#lib/payments/cards/callback-view.ts';
import { retryCallback } from '#lib/payments/cards/retry-callback.ts';
import { callbackRetried } from '#lib/payments/schemas/callback-view.ts';

export const POST = defineRoute({
  summary: 'Retry a callback of the card gateway that was given up',
  auth: 'admin',
  rateLimit: 'payments',
  params: z.object({ id: idText }),
  load: ({ ctx, params }) => getCallback(ctx, params.id),
  response: callbackRetried,
  handler: async ({ ctx, params }) => ({ success: true as const, ...(await retryCallback(ctx, params.id)) }),
});
