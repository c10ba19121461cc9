import { z } from 'zod';
import { defineRoute } from '#lib/api/define-route.ts';
import { returnPathFor } from '#lib/payments/cards/return-path.ts';

/** The gateway's form sends the buyer here: the request has no cookie, and its content is not trusted. */
export const POST = defineRoute({
  summary: 'Redirect a buyer back from the card gateway',
  auth: 'public',
  crossSite: true,
  query: z.object({ ref: z.string().optional() }),
  status: 303,
  handler: async ({ ctx, query }) =>
    new Response(null, { status: 303, headers: { location: await returnPathFor(ctx, query.ref) } }),
});
export const GET = POST;
