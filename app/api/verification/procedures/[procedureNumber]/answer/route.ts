import { answerInput, procedureParams } from '#lib/admin/schemas/verification-input.ts';
import { ownProcedureAnswer } from '#lib/admin/schemas/verification-views.ts';
import { answerQuestion, loadOwnProcedure } from '#lib/admin/verification/own-procedures.ts';
import { defineRoute } from '#lib/api/define-route.ts';

export const POST = defineRoute({
  summary: 'Answer the question about an own verification procedure',
  auth: 'session',
  params: procedureParams,
  load: ({ ctx, params }) => loadOwnProcedure(ctx, params.procedureNumber),
  body: answerInput,
  response: ownProcedureAnswer,
  handler: async ({ ctx, params, body }) => ({ procedure: await answerQuestion(ctx, params.procedureNumber, body) }),
});
