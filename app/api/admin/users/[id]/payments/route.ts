import { z } from 'zod';
import { defineRoute } from '#lib/api/define-route.ts';
import { getUser } from '#lib/auth/users.ts';
import { idText } from '#lib/core/ids.ts';
import { listUserPayments } from '#lib/payments/attempts/user-payments.ts';
import { ledgerPage, userPaymentsQuery } from '#lib/payments/schemas/payments-admin.ts';

export const GET = defineRoute({
  summary: 'List the payments of an account, newest first',
  auth: 'admin',
  params: z.object({ id: idText }),
  query: userPaymentsQuery,
  load: ({ ctx, params }) => getUser(ctx.data, params.id),
  response: ledgerPage,
  handler: ({ ctx, params, query }) => listUserPayments(ctx, params.id, query),
});
