import { z } from 'zod';
import { defineRoute } from '#lib/api/define-route.ts';
import { idText } from '#lib/core/ids.ts';
import { getDraft } from '#lib/crm/drafts/drafts.ts';
import { editDraft } from '#lib/crm/drafts/review/review-draft.ts';
import { draftAnswer, editDraftInput } from '#lib/crm/schemas/draft-input.ts';

export const PUT = defineRoute({
  summary: 'Change the text or the subject of a draft; this voids an earlier approval',
  auth: 'admin',
  params: z.object({ id: idText }),
  load: ({ ctx, params }) => getDraft(ctx, params.id),
  body: editDraftInput,
  response: draftAnswer,
  handler: async ({ ctx, params, body }) => ({ success: true as const, draft: await editDraft(ctx, params.id, body) }),
});
