import { assertCollecting } from '#lib/admin/collecting/assert-collecting.ts';
import { webVitals as response, vitalSamples, vitalsQuery } from '#lib/admin/schemas/web-vitals.ts';
import { collectVitals } from '#lib/admin/vitals/collect-vitals.ts';
import { webVitals } from '#lib/admin/vitals/web-vitals.ts';
import { defineRoute } from '#lib/api/define-route.ts';

export const GET = defineRoute({
  summary: 'Get the web vitals of the platform for a range of days',
  auth: 'admin',
  query: vitalsQuery,
  response,
  handler: ({ ctx, query }) => webVitals(ctx, query.range),
});

export const POST = defineRoute({
  summary: 'Collect the web vitals of a page view',
  auth: 'public',
  rateLimit: 'analytics-collect',
  maxBytes: 16 * 1024,
  body: vitalSamples,
  status: 204,
  load: ({ ctx }) => assertCollecting(ctx),
  handler: async ({ ctx, body }) => {
    collectVitals(ctx, body.samples);
    return new Response(null, { status: 204 });
  },
});
