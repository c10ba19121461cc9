import { defineRoute } from '#lib/api/define-route.ts';
import { walletPayments } from '#lib/payments/schemas/wallet.ts';
import { watchWalletPayments } from '#lib/payments/wallet/payments.ts';

export const GET = defineRoute({
  summary: 'List own card payments for wallet and membership that are in progress or have just ended',
  auth: 'session',
  rateLimit: 'payment-status',
  response: walletPayments,
  handler: async ({ ctx }) => ({ payments: await watchWalletPayments(ctx) }),
});
