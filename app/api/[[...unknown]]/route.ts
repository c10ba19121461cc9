import { defineRoute } from '#lib/api/define-route.ts';
import { notFound } from '#lib/core/errors.ts';

const LONGEST_SHOWN = 200;

/** Responds to unknown API paths in the one error format instead of with an HTML page. */
export const GET = defineRoute({
  summary: 'This route does not exist',
  auth: 'public',
  handler: async ({ request }) => {
    throw notFound('Route', new URL(request.url).pathname.slice(0, LONGEST_SHOWN));
  },
});
export const POST = GET;
export const PUT = GET;
export const PATCH = GET;
export const DELETE = GET;
