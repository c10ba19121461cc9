import { assertCollecting } from '#lib/admin/collecting/assert-collecting.ts';
import { collectBreaches } from '#lib/admin/errors/collect-errors.ts';
import { breachesIn, cspReports, reportTypes } from '#lib/admin/errors/csp-reports.ts';
import { defineRoute } from '#lib/api/define-route.ts';

export const POST = defineRoute({
  summary: 'Collect reports of the content security policy',
  auth: 'optional',
  rateLimit: 'analytics-collect',
  maxBytes: 16 * 1024,
  jsonTypes: reportTypes,
  body: cspReports,
  status: 204,
  load: ({ ctx }) => assertCollecting(ctx),
  handler: async ({ ctx, body }) => {
    collectBreaches(ctx, breachesIn(body));
    return new Response(null, { status: 204 });
  },
});
