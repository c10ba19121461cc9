import { report } from '#lib/admin/moderation/reports.ts';
import { reportInput, reportReceived } from '#lib/admin/schemas/moderation.ts';
import { defineRoute } from '#lib/api/define-route.ts';

export const POST = defineRoute({
  summary: 'Report a message, a file, the profile of a known user, or a seller',
  auth: 'session',
  rateLimit: 'reports',
  body: reportInput,
  status: 202,
  response: reportReceived,
  handler: async ({ ctx, body }) => {
    await report(ctx, body);
    return { received: true as const };
  },
});
