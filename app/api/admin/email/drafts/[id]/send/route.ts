import { z } from 'zod';
import { defineRoute } from '#lib/api/define-route.ts';
import { idText } from '#lib/core/ids.ts';
import { getDraft } from '#lib/crm/drafts/drafts.ts';
import { unsendDraft } from '#lib/crm/drafts/sending/schedule-send.ts';
import { sendDraft } from '#lib/crm/drafts/sending/send-draft.ts';
import { draftAnswer, draftSent, sendDraftInput } from '#lib/crm/schemas/draft-input.ts';

export const POST = defineRoute({
  summary: 'Send an approved draft once, immediately or after a short time in which it can be undone',
  auth: 'admin',
  params: z.object({ id: idText }),
  load: ({ ctx, params }) => getDraft(ctx, params.id),
  body: sendDraftInput.prefault({}),
  response: draftSent,
  handler: ({ ctx, params, body }) => sendDraft(ctx, params.id, body),
});

export const DELETE = defineRoute({
  summary: 'Undo a send that is still held back',
  auth: 'admin',
  params: z.object({ id: idText }),
  load: ({ ctx, params }) => getDraft(ctx, params.id),
  response: draftAnswer,
  handler: async ({ ctx, params }) => ({ success: true as const, draft: await unsendDraft(ctx, params.id) }),
});
