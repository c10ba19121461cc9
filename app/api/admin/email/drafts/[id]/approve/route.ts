import { z } from 'zod';
import { defineRoute } from '#lib/api/define-route.ts';
import { idText } from '#lib/core/ids.ts';
import { getDraft } from '#lib/crm/drafts/drafts.ts';
import { approveDraft } from '#lib/crm/drafts/review/review-draft.ts';
import { approveDraftInput, draftAnswer } from '#lib/crm/schemas/draft-input.ts';

export const POST = defineRoute({
  summary: 'Approve exactly this text of a draft; the first user to approve it is its reviewer',
  auth: 'admin',
  params: z.object({ id: idText }),
  load: ({ ctx, params }) => getDraft(ctx, params.id),
  body: approveDraftInput.prefault({}),
  response: draftAnswer,
  handler: async ({ ctx, params, body }) => ({
    success: true as const,
    draft: await approveDraft(ctx, params.id, body),
  }),
});
