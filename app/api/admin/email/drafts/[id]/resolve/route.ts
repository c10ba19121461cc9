import { z } from 'zod';
import { defineRoute } from '#lib/api/define-route.ts';
import { idText } from '#lib/core/ids.ts';
import { getDraft } from '#lib/crm/drafts/drafts.ts';
import { resolveDraft } from '#lib/crm/drafts/review/resolve-draft.ts';
import { draftAnswer, resolveDraftInput } from '#lib/crm/schemas/draft-input.ts';

export const POST = defineRoute({
  summary: 'Record the outcome of a mail whose outcome is unknown',
  auth: 'admin',
  params: z.object({ id: idText }),
  load: ({ ctx, params }) => getDraft(ctx, params.id),
  body: resolveDraftInput,
  response: draftAnswer,
  handler: async ({ ctx, params, body }) => ({
    success: true as const,
    draft: await resolveDraft(ctx, params.id, body),
  }),
});
