import { z } from 'zod';
import { defineRoute } from '#lib/api/define-route.ts';
import { downloadAnswer } from '#lib/api/download-answer.ts';
import { idText } from '#lib/core/ids.ts';
import { getMessage, openAttachment } from '#lib/crm/messages/messages.ts';

export const GET = defineRoute({
  summary: 'Download an attachment of a mail',
  auth: 'admin',
  params: z.object({ id: idText, aid: idText }),
  load: ({ ctx, params }) => getMessage(ctx, params.id),
  handler: async ({ ctx, params, loaded }) => downloadAnswer(await openAttachment(ctx, loaded, params.aid)),
});
