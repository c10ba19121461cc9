import { z } from 'zod';
import { defineRoute } from '#lib/api/define-route.ts';
import { idText } from '#lib/core/ids.ts';
import { beginDraft } from '#lib/crm/drafts/writing/begin-draft.ts';
import { createDraftInput, draftAnswer } from '#lib/crm/schemas/draft-input.ts';
import { getLivingThread } from '#lib/crm/threads/living-thread.ts';

export const POST = defineRoute({
  summary: 'Create a draft reply, or have one proposed',
  auth: 'admin',
  params: z.object({ id: idText }),
  load: ({ ctx, params }) => getLivingThread(ctx.data, params.id),
  body: createDraftInput,
  response: draftAnswer,
  status: 201,
  handler: async ({ ctx, params, body }) => ({ success: true as const, draft: await beginDraft(ctx, params.id, body) }),
});
