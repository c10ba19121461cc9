import { exportAccount } from '#lib/admin/users/export-account.ts';
import { jsonFileAnswer } from '#lib/api/csv-answer.ts';
import { defineRoute } from '#lib/api/define-route.ts';
import { dayOf } from '#lib/core/time.ts';

export const GET = defineRoute({
  summary: 'Download everything that the own account holds, as one JSON file',
  auth: 'session',
  rateLimit: 'exports',
  handler: async ({ ctx }) => jsonFileAnswer(`plaza-account-${dayOf(ctx.now())}.json`, await exportAccount(ctx)),
});
