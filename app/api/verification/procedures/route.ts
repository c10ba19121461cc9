import { applyInput, ownProceduresQuery } from '#lib/admin/schemas/verification-input.ts';
import { ownProcedureAnswer, ownProcedures } from '#lib/admin/schemas/verification-views.ts';
import { applyForVerification } from '#lib/admin/verification/apply.ts';
import { listOwnProcedures } from '#lib/admin/verification/own-procedures.ts';
import { defineRoute } from '#lib/api/define-route.ts';
import { assertMayWrite } from '#lib/messaging/conversations/access.ts';

export const GET = defineRoute({
  summary: 'List own verification procedures, newest first',
  auth: 'session',
  query: ownProceduresQuery,
  response: ownProcedures,
  handler: ({ ctx, query }) => listOwnProcedures(ctx, query),
});

export const POST = defineRoute({
  summary: 'Apply for verification, or to sell',
  auth: 'session',
  rateLimit: 'verification',
  load: async ({ ctx }) => assertMayWrite(ctx),
  body: applyInput,
  status: 201,
  response: ownProcedureAnswer,
  handler: async ({ ctx, body, reply }) => {
    const procedure = await applyForVerification(ctx, body);
    // The page shows each procedure under its number.
    const page = procedure.kind === 'vendor' ? '/sell/apply' : '/account/verification';
    reply.set('location', `${page}#${procedure.procedureNumber}`);
    return { procedure };
  },
});
