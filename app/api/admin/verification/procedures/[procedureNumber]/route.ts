import { procedureParams } from '#lib/admin/schemas/verification-input.ts';
import { procedureAnswer } from '#lib/admin/schemas/verification-views.ts';
import { getProcedure } from '#lib/admin/verification/queue.ts';
import { defineRoute } from '#lib/api/define-route.ts';

export const GET = defineRoute({
  summary: 'Get a verification procedure with its answers, files and history',
  auth: 'admin',
  params: procedureParams,
  response: procedureAnswer,
  handler: ({ ctx, params }) => getProcedure(ctx, params.procedureNumber),
});
