import { z } from 'zod';
import { defineRoute } from '#lib/api/define-route.ts';
import { returnPathFor } from '#lib/payments/cards/return-path.ts';

/** The gateway sends the buyer here by a form of its own: no cookie comes along, and nothing in it is believed. */
export const POST = defineRoute({
  summary: 'Lead a buyer back from the card gateway',
  auth: 'public',
  crossSite: true,
  query: z.object({ ref: z.string().optional() }),
  status: 303,
  handler: async ({ ctx, query }) =>
    new Response(null, { status: 303, headers: { location: await returnPathFor(ctx, query.ref) } }),
});
export const GET = POST;
