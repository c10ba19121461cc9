import { procedureParams } from '#lib/admin/schemas/verification-input.ts';
import { ownProcedureAnswer } from '#lib/admin/schemas/verification-views.ts';
import { loadOwnProcedure, withdrawProcedure } from '#lib/admin/verification/own-procedures.ts';
import { defineRoute } from '#lib/api/define-route.ts';

export const POST = defineRoute({
  summary: 'Withdraw an own verification procedure',
  auth: 'session',
  params: procedureParams,
  load: ({ ctx, params }) => loadOwnProcedure(ctx, params.procedureNumber),
  response: ownProcedureAnswer,
  handler: async ({ ctx, params }) => ({ procedure: await withdrawProcedure(ctx, params.procedureNumber) }),
});
