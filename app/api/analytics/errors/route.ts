import { assertCollecting } from '#lib/admin/collecting/assert-collecting.ts';
import { collectClientError } from '#lib/admin/errors/collect-errors.ts';
import { errorAnalytics } from '#lib/admin/errors/error-analytics.ts';
import { clientError, errorsQuery, errorAnalytics as response } from '#lib/admin/schemas/errors.ts';
import { defineRoute } from '#lib/api/define-route.ts';

export const GET = defineRoute({
  summary: 'List the errors of the platform for a range of days',
  auth: 'admin',
  query: errorsQuery,
  response,
  handler: ({ ctx, query }) => errorAnalytics(ctx, query),
});

export const POST = defineRoute({
  summary: 'Collect an error of a page',
  auth: 'optional',
  rateLimit: 'analytics-collect',
  maxBytes: 32 * 1024,
  body: clientError,
  status: 204,
  load: ({ ctx }) => assertCollecting(ctx),
  handler: async ({ ctx, body }) => {
    collectClientError(ctx, body);
    return new Response(null, { status: 204 });
  },
});
