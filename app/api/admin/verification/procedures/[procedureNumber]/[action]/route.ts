import { reviewInput, reviewParams } from '#lib/admin/schemas/verification-input.ts';
import { reviewed } from '#lib/admin/schemas/verification-views.ts';
import { assertProcedure } from '#lib/admin/verification/queue.ts';
import { reviewProcedure } from '#lib/admin/verification/review.ts';
import { defineRoute } from '#lib/api/define-route.ts';

export const POST = defineRoute({
  summary: 'Approve or reject a verification procedure, ask its applicant, or take it under review',
  auth: 'admin',
  params: reviewParams,
  load: ({ ctx, params }) => assertProcedure(ctx, params.procedureNumber),
  body: reviewInput,
  response: reviewed,
  handler: ({ ctx, params, body }) => reviewProcedure(ctx, params.procedureNumber, params.action, body),
});
