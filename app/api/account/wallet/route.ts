import { defineRoute } from '#lib/api/define-route.ts';
import { walletPage, walletQuery } from '#lib/payments/schemas/wallet.ts';
import { walletOf } from '#lib/payments/wallet/page.ts';

export const GET = defineRoute({
  summary: 'Get the own credit balance and its changes, newest first',
  auth: 'session',
  rateLimit: 'payments',
  query: walletQuery,
  response: walletPage,
  handler: ({ ctx, query }) => walletOf(ctx, query),
});
