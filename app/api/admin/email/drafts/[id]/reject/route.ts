import { z } from 'zod';
import { defineRoute } from '#lib/api/define-route.ts';
import { idText } from '#lib/core/ids.ts';
import { getDraft } from '#lib/crm/drafts/drafts.ts';
import { rejectDraft } from '#lib/crm/drafts/review/review-draft.ts';
import { draftAnswer, rejectDraftInput } from '#lib/crm/schemas/draft-input.ts';

export const POST = defineRoute({
  summary: 'Reject a draft, so that it is not sent',
  auth: 'admin',
  params: z.object({ id: idText }),
  load: ({ ctx, params }) => getDraft(ctx, params.id),
  body: rejectDraftInput.prefault({}),
  response: draftAnswer,
  handler: async ({ ctx, params, body }) => ({
    success: true as const,
    draft: await rejectDraft(ctx, params.id, body),
  }),
});
